-- A transfer of everything in an account takes what is not synced too. False: only what is synced.
alter table transfers add column everything boolean not null default false;

-- Lists of whole accounts, made where not everything is synced: for the review of a transfer, or by the transfer itself.
create table transfer_listings (
  id uuid primary key,
  organization_id uuid not null,
  account_id uuid not null,
  -- Null: for a review.
  transfer_id uuid references transfers on delete cascade,
  -- 'dropped': it failed, and the person was told.
  status text not null default 'running' check (status in ('running', 'done', 'failed', 'dropped')),
  -- Where the cloud resumes after a kill.
  checkpoint text,
  files int not null default 0,
  -- What a limit of the cloud or of Sheaf leaves out, as source_accounts keeps it.
  not_included jsonb not null default '[]',
  problem text,
  -- Runs in a row that a cloud which cannot be reached has stopped.
  stalled int not null default 0,
  -- As that of source_accounts.
  run_token bigint not null default 0,
  created_at timestamptz not null default now(),
  -- Last asked for by a review: nobody waits for one that was not asked for lately.
  wanted_at timestamptz not null default now(),
  finished_at timestamptz,
  foreign key (organization_id, account_id) references source_accounts (organization_id, id) on delete cascade
);
create index transfer_listings_newest on transfer_listings (organization_id, account_id, created_at desc);
create index transfer_listings_transfer on transfer_listings (transfer_id) where transfer_id is not null;
create index transfer_listings_oldest on transfer_listings (created_at);

-- What such a list holds. These are no documents: nobody finds or opens them in Sheaf.
create table transfer_listed (
  listing_id uuid not null references transfer_listings on delete cascade,
  place bigint not null generated always as identity,
  remote_id text not null,
  parent_remote_id text,
  kind text not null check (kind in ('file', 'folder', 'native', 'link')),
  name text not null,
  mime_type text,
  size bigint,
  revision text not null,
  hashes jsonb not null default '{}',
  exports jsonb not null default '[]',
  remote_modified_at timestamptz,
  -- Why it, or what is in it, could not be listed.
  failure text,
  primary key (listing_id, place)
);
create unique index transfer_listed_once on transfer_listed (listing_id, remote_id);
create index transfer_listed_children on transfer_listed (listing_id, parent_remote_id, place);
