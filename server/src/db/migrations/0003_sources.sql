-- Connected accounts, their documents, and the bytes behind them.

create table source_accounts (
  id uuid primary key,
  organization_id uuid not null,
  user_id uuid not null,
  source text not null,
  remote_user_id text not null,
  name text not null,
  status text not null default 'connected'
    check (status in ('connected', 'syncing', 'error', 'needs_reauth', 'attention', 'disconnected')),
  problem text,
  -- Tokens, or what the person typed: encrypted, with the id of the key; null once disconnected.
  secrets bytea,
  -- Somebody is asking for new tokens; over after this at the latest.
  refreshing_until timestamptz,
  settings jsonb not null,
  -- Where sync stands. cursor: the place in the change feed after the last complete listing. While a listing is under
  -- way: its number, the run that began it, its checkpoint, the feed's place taken before it, and the choice of folders it
  -- is for.
  cursor text,
  listing int not null default 0,
  complete_listing int not null default 0,
  listing_run uuid,
  listing_cursor text,
  listing_scope text,
  checkpoint text,
  -- The person chose other folders since what is gone was last removed, and was told how much goes.
  choice_changed boolean not null default false,
  -- Runs in a row that failed; the next one waits longer each time.
  failed_runs int not null default 0,
  held_deletions int not null default 0,
  -- Of the documents here: counted along the way, and exactly at the end of each run.
  files int not null default 0,
  bytes bigint not null default 0,
  quota_used bigint,
  quota_total bigint,
  last_synced_at timestamptz,
  next_sync_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (organization_id, user_id) references memberships on delete cascade,
  unique (organization_id, id),
  unique (organization_id, user_id, source, remote_user_id)
);
create index source_accounts_due on source_accounts (next_sync_at) where next_sync_at is not null;

-- An authorisation under way: one use, ten minutes, bound to person, organisation and source.
create table source_authorizations (
  state_hash bytea primary key,
  organization_id uuid not null,
  user_id uuid not null,
  source text not null,
  account_id uuid,
  verifier text not null,
  -- For sources with credentials: what was typed, encrypted, and the hash of the code that stands for it.
  secrets bytea,
  code_hash bytea,
  expires_at timestamptz not null,
  foreign key (organization_id, user_id) references memberships on delete cascade
);

create index source_authorizations_of_member on source_authorizations (organization_id, user_id);

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
