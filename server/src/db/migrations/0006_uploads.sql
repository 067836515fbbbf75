-- Uploads under way into My files, and for a day those that are done.
create table uploads (
  id uuid primary key,
  organization_id uuid not null,
  user_id uuid not null,
  account_id uuid not null,
  -- Where it goes: into the folders of these names, made at the end where they are missing, below this folder or the top.
  parent_id uuid,
  folders text[] not null,
  name text not null,
  mime_type text,
  modified_at timestamptz,
  -- What happens if the name is taken at the end.
  policy text not null check (policy in ('rename', 'replace', 'skip')),
  size bigint not null,
  -- So many bytes are on disk for certain.
  received bigint not null default 0,
  -- Once it is done: what came of it.
  document_id uuid,
  outcome text check (outcome in ('created', 'renamed', 'replaced', 'skipped')),
  expires_at timestamptz not null default now() + interval '1 day',
  foreign key (organization_id, user_id) references memberships on delete cascade,
  foreign key (organization_id, account_id) references source_accounts (organization_id, id) on delete cascade
);
create index uploads_of_member on uploads (organization_id, user_id) where document_id is null;
create index uploads_of_account on uploads (organization_id, account_id);
create index uploads_expired on uploads (expires_at);

-- What people put here themselves was seen by no listing: listing 0. A name stands once in a folder.
create unique index documents_own_names on documents (account_id, parent_id, name_key) nulls not distinct
  where listing = 0 and deleted_at is null;
