-- Documents, the bytes behind them, runs of sync, and what is made of documents.

-- The bytes: one row per content and organisation. touched_at guards a blob that is just being stored from the sweeper.
create table blobs (
  organization_id uuid not null references organizations on delete cascade,
  sha256 bytea not null,
  size bigint not null,
  touched_at timestamptz not null default now(),
  primary key (organization_id, sha256)
);

create table documents (
  id uuid primary key,
  organization_id uuid not null,
  account_id uuid not null,
  -- Whose account it is; not checked for every row, since the account belongs to a member and goes with them.
  owner_id uuid not null,
  remote_id text not null,
  parent_remote_id text,
  -- Where it is at the source, where that tells deletions by path.
  remote_path text,
  parent_id uuid,
  name text not null,
  kind text not null check (kind in ('file', 'folder', 'native', 'link')),
  mime_type text,
  size bigint,
  revision text not null,
  hashes jsonb not null default '{}',
  exports jsonb not null default '[]',
  web_url text,
  owner_name text,
  remote_modified_at timestamptz,
  -- The listing that wrote it last, and since when the source no longer has it (removed unless the deletion brake holds).
  listing int not null,
  gone_at timestamptz,
  -- Kept although it is gone at the source.
  kept boolean not null default false,
  -- The bytes: pending while the stored ones are not those of revision.
  content text not null default 'none' check (content in ('none', 'pending', 'stored', 'failed')),
  sha256 bytea,
  stored_size bigint,
  -- When somebody opened it before its bytes were here: it is fetched before all others.
  wanted_at timestamptz,
  -- Small ones are fetched first, and among those of about the same size the newest. What has no size is an export.
  size_class smallint generated always as (case when size is null then 1 when size <= 65536 then 0
    when size <= 1048576 then 1 when size <= 16777216 then 2 when size <= 268435456 then 3 else 4 end) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What it is, by name and type at the source; see contract/src/document-types.ts.
  type text not null default 'other',
  format text not null default 'other',
  deleted_at timestamptz,
  name_key text not null generated always as (left(lower(name), 500)) stored,
  modified_at timestamptz not null generated always as (coalesce(remote_modified_at, created_at)) stored,
  -- Its place among others by time: folders of sources that date none come last, and not all at once as the newest.
  placed_at timestamptz not null generated always as
    (coalesce(remote_modified_at, case when kind = 'folder' then timestamptz '1970-01-01 00:00:00+00' else created_at end)) stored,
  -- The document that a transfer made this one a copy of; perhaps gone since.
  copied_from uuid,
  -- Of a thread: how many messages, who wrote. Of an attachment: the thread it came with.
  conversation jsonb,
  thread_remote_id text,
  unique (account_id, remote_id),
  unique (organization_id, id),
  foreign key (organization_id, account_id) references source_accounts (organization_id, id) on delete cascade,
  foreign key (organization_id, sha256) references blobs
) with (fillfactor = 85);
create index documents_children on documents (account_id, parent_remote_id);
create index documents_paths on documents (account_id, remote_path text_pattern_ops) where remote_path is not null;
create index documents_pending on documents (account_id, wanted_at desc nulls last, size_class,
  remote_modified_at desc nulls last, id) where content = 'pending' and gone_at is null;
create index documents_gone on documents (account_id) where gone_at is not null;
create index documents_parent on documents (parent_id, id) where parent_id is not null;
create index documents_roots on documents (account_id, id) where parent_id is null;
-- By content: what nothing refers to any more, and what is there several times.
create index documents_blob on documents (organization_id, sha256) include (owner_id, stored_size, deleted_at) where sha256 is not null;
create index documents_deleted on documents (deleted_at) where deleted_at is not null;
create trigger documents_inserted after insert on documents referencing new table as fresh
  for each statement execute function documents_inserted();
create trigger documents_updated after update on documents referencing old table as before new table as after
  for each statement execute function documents_updated();
create trigger documents_deleted after delete on documents referencing old table as gone
  for each statement execute function documents_deleted();
-- What people put here themselves was seen by no listing: listing 0. A name stands once in a folder.
create unique index documents_own_names on documents (account_id, parent_id, name_key) nulls not distinct
  where listing = 0 and deleted_at is null;
create trigger document_changed_account after update on documents
  for each row when (old.account_id <> new.account_id) execute function document_changed_account();
-- The folders in a folder: few beside its files.
create index documents_folders on documents (parent_id) include (id) where kind = 'folder' and parent_id is not null;
create index documents_attachments on documents (account_id, thread_remote_id) where thread_remote_id is not null;
create trigger passages_documents_inserted after insert on documents referencing new table as fresh
  for each statement execute function passages_documents_inserted();
create trigger passages_documents_updated after update on documents referencing old table as before new table as after
  for each statement execute function passages_documents_updated();

-- Documents that the listing under way found as they were, a page of them in a row. What it neither wrote nor found is gone.
create table listing_unchanged (
  account_id uuid not null references source_accounts on delete cascade,
  document_ids uuid[] not null
);
-- Of no order that could be compressed.
alter table listing_unchanged alter column document_ids set storage external;
create index listing_unchanged_account on listing_unchanged (account_id);

-- Runs of sync and how far they are.
create table batches (
  id uuid primary key,
  organization_id uuid not null,
  account_id uuid not null,
  kind text not null default 'sync',
  status text not null default 'pending'
    check (status in ('pending', 'running', 'paused', 'completed', 'completed_with_errors', 'failed', 'cancelled')),
  phase text not null default 'listing' check (phase in ('listing', 'contents', 'done')),
  total int not null default 0,
  processed int not null default 0,
  failed int not null default 0,
  bytes bigint not null default 0,
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (organization_id, account_id) references source_accounts (organization_id, id) on delete cascade
);
create index batches_newest on batches (account_id, id desc);
-- Each minute the few runs that have not ended are looked for, among all that are kept.
create index batches_open on batches (id) where status in ('pending', 'running', 'paused');

-- Items that could not be synced: kept, shown, tried again.
create table sync_failures (
  account_id uuid not null references source_accounts on delete cascade,
  remote_id text not null,
  name text not null,
  code text not null,
  message text not null,
  attempts int not null default 1,
  next_try_at timestamptz,
  -- Of a folder that could not be listed: the listing that tried. Null: the bytes could not be fetched.
  listing int,
  primary key (account_id, remote_id)
);

-- What happened to a document. user_id null: at the source.
create table document_activity (
  id bigint primary key generated always as identity,
  organization_id uuid not null,
  document_id uuid not null,
  user_id uuid references users on delete set null,
  kind text not null,
  detail text,
  at timestamptz not null default now(),
  foreign key (organization_id, document_id) references documents (organization_id, id) on delete cascade
);
create index document_activity_newest on document_activity (document_id, id desc);
create index document_activity_of_user on document_activity (user_id);
-- What changed at the sources since some time, for the person who asks: newest first.
create index document_activity_changes on document_activity (organization_id, at)
  where kind in ('changed', 'renamed', 'moved');

-- Pictures made of contents. none: this content has no picture.
create table thumbnails (
  organization_id uuid not null,
  sha256 bytea not null,
  state text not null check (state in ('ready', 'none')),
  created_at timestamptz not null default now(),
  primary key (organization_id, sha256),
  foreign key (organization_id, sha256) references blobs on delete cascade
);

-- Zips that were asked for and can be fetched.
create table zips (
  id uuid primary key,
  organization_id uuid not null,
  user_id uuid not null,
  name text not null,
  -- What was chosen.
  document_ids uuid[] not null,
  expires_at timestamptz not null,
  foreign key (organization_id, user_id) references membership_rows on delete cascade
);
create index zips_of_member on zips (organization_id, user_id);

-- All that is in them, in order. Whether the member may still see it is asked when it is sent.
create table zip_entries (
  zip_id uuid not null references zips on delete cascade,
  place int not null,
  document_id uuid not null,
  -- Within the zip; a folder's ends with a slash.
  path text not null,
  -- Null: a folder.
  sha256 bytea,
  size bigint not null,
  modified_at timestamptz not null,
  primary key (zip_id, place)
);
