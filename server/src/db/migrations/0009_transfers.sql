-- Switch cloud: files on their way from one account to another, and what became of each.

create table transfers (
  id uuid primary key,
  organization_id uuid not null,
  user_id uuid not null,
  from_account_id uuid not null,
  to_account_id uuid not null,
  -- A folder at the destination, as the destination names it; null is its top.
  to_folder_id text,
  to_folder_name text,
  mode text not null check (mode in ('copy', 'move')),
  on_conflict text not null check (on_conflict in ('skip', 'rename', 'replace')),
  selection_type text not null check (selection_type in ('selected', 'all')),
  document_ids uuid[] not null default '{}',
  status text not null default 'pending'
    check (status in ('pending', 'running', 'paused', 'completed', 'completed_with_errors', 'failed', 'cancelled')),
  phase text not null default 'planning' check (phase in ('planning', 'folders', 'files', 'done')),
  problem text,
  -- Kept along the way, each with the items it counts. Bytes of files that are not finished yet stand apart.
  total int not null default 0,
  processed int not null default 0,
  failed int not null default 0,
  skipped int not null default 0,
  total_bytes bigint not null default 0,
  bytes bigint not null default 0,
  bytes_under_way bigint not null default 0,
  -- Bytes a second, lately.
  rate double precision,
  -- Where planning stands, so that a killed worker goes on.
  plan_cursor jsonb,
  -- Runs in a row that a cloud which cannot be reached has stopped.
  stalled int not null default 0,
  repeat text check (repeat in ('hourly', 'daily')),
  next_run_at timestamptz,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- As that of source_accounts.
  run_token bigint not null default 0,
  -- What an unfinished transfer will take from the month's volume; the rest of it counts as used.
  announced_bytes bigint not null default 0,
  -- When it resumes, if it waits for a provider.
  resumes_at timestamptz,
  foreign key (organization_id, user_id) references membership_rows on delete cascade,
  foreign key (organization_id, from_account_id) references source_accounts (organization_id, id) on delete cascade,
  foreign key (organization_id, to_account_id) references source_accounts (organization_id, id) on delete cascade
);
create index transfers_newest on transfers (organization_id, user_id, id desc);
create index transfers_open on transfers (organization_id, user_id, id desc) where status in ('pending', 'running', 'paused');
create index transfers_from on transfers (organization_id, from_account_id);
create index transfers_to on transfers (organization_id, to_account_id);
create index transfers_due on transfers (next_run_at) where next_run_at is not null;
create index transfers_cancelled on transfers (finished_at) where status = 'cancelled';

create table transfer_items (
  transfer_id uuid not null references transfers on delete cascade,
  -- In the order of planning: a folder stands before what is in it.
  number int not null,
  parent_number int,
  document_id uuid,
  -- At the source.
  remote_id text not null,
  kind text not null check (kind in ('file', 'folder', 'native', 'link')),
  path text not null,
  name text not null,
  mime_type text,
  size bigint,
  revision text not null,
  hashes jsonb not null default '{}',
  remote_modified_at timestamptz,
  export_type text,
  -- At the destination.
  new_name text,
  new_path text,
  new_remote_id text,
  new_revision text,
  -- It is at the destination, checked; of a move the original is still to go.
  arrived boolean not null default false,
  -- Of a folder that was moved: the empty original is in the trash.
  departed boolean not null default false,
  outcome text not null default 'waiting'
    check (outcome in ('waiting', 'transferred', 'identical', 'skipped', 'not_transferable', 'failed', 'cancelled')),
  reason text,
  attempts int not null default 0,
  next_try_at timestamptz,
  hash_algorithm text,
  source_hash text,
  destination_hash text,
  finished_at timestamptz,
  primary key (transfer_id, number)
);
create unique index transfer_items_once on transfer_items (transfer_id, remote_id);
create index transfer_items_waiting on transfer_items (transfer_id, kind, number) where outcome = 'waiting';
create index transfer_items_outcome on transfer_items (transfer_id, outcome, number);
create index transfer_items_children on transfer_items (transfer_id, parent_number) where parent_number is not null;

-- Uploads under way. Handles are sealed: one can be a key to the destination.
create table transfer_uploads (
  id bigint primary key generated always as identity,
  transfer_id uuid not null references transfers on delete cascade,
  number int not null,
  secrets bytea not null,
  name text not null,
  size bigint not null,
  -- Of the source when it began: of another, the upload begins anew.
  revision text not null,
  -- What must arrive, where it was known before the first byte was sent.
  hashes jsonb not null,
  -- The file whose place it takes.
  replaces text,
  unique (transfer_id, number)
);

-- What a destination answered to each chunk of an upload under way and asks for in the end, such as the ETags of S3's parts.
-- They go with their upload.
create table transfer_receipts (
  transfer_id uuid not null,
  number int not null,
  -- Of the chunk, in bytes from the start of the file.
  start bigint not null,
  length bigint not null,
  value text not null,
  primary key (transfer_id, number, start),
  foreign key (transfer_id, number) references transfer_uploads (transfer_id, number) on delete cascade
);

-- What plans count, which stays when the history of a transfer is removed.
create table transfer_usage (
  organization_id uuid not null references organizations on delete cascade,
  month date not null,
  bytes bigint not null default 0,
  primary key (organization_id, month)
);
