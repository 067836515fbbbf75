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
  -- Requests of an upload may reach any process, so who writes and where the bytes lie is kept here.
  --
  -- Where the bytes that were received lie, in the words of the store: files beside the contents, or parts of an upload to
  -- S3. Null: none.
  pieces jsonb,
  -- Requests take turns: the newest that asked for one, which one holds the upload, and until when unless it renews that.
  turn integer not null default 0,
  held_by integer,
  held_until timestamptz,
  -- Rises whenever a request may be left that does not know yet that it was replaced: what it still writes lies elsewhere.
  epoch integer not null default 0,
  foreign key (organization_id, user_id) references membership_rows on delete cascade,
  foreign key (organization_id, account_id) references source_accounts (organization_id, id) on delete cascade
);
create index uploads_of_member on uploads (organization_id, user_id) where document_id is null;
create index uploads_of_account on uploads (organization_id, account_id);
create index uploads_expired on uploads (expires_at);
