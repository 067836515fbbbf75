-- Connected accounts, and what is needed to reach their clouds.

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
  -- The name people gave it.
  display_name text,
  -- A run of an account or of a transfer holds the token it was given. Whoever takes the run over gets a higher one, and
  -- every transaction of a run checks its own under the row's lock: a worker that was taken for dead and wakes up writes
  -- nothing more.
  run_token bigint not null default 0,
  -- Whose it was, by name, while it is disconnected after it was handed over.
  handed_over_from text,
  -- When a sync that waits for a provider resumes.
  resumes_at timestamptz,
  -- Being removed since then. Its `files` and `bytes` fall to zero.
  removed_at timestamptz,
  -- Its files at that time.
  removal_total int not null default 0,
  -- When its changes have to be watched, or its watch has to be renewed.
  watch_at timestamptz not null default '-infinity',
  foreign key (organization_id, user_id) references membership_rows on delete cascade,
  unique (organization_id, id),
  unique (organization_id, user_id, source, remote_user_id)
);
create index source_accounts_due on source_accounts (next_sync_at) where next_sync_at is not null;
-- News of Dropbox names the accounts.
create index source_accounts_remote on source_accounts (source, remote_user_id);
create trigger source_accounts_grant before update of user_id, secrets or delete on source_accounts
  for each row execute function take_grant_out();
create index source_accounts_removed on source_accounts (organization_id, id) where removed_at is not null;
create trigger account_removed after update on source_accounts
  for each row when (old.removed_at is null and new.removed_at is not null) execute function account_removed();
create index source_accounts_to_watch on source_accounts (source, watch_at) where next_sync_at is not null;

-- An authorisation under way: one use, ten minutes, bound to person, organisation and source.
create table source_authorizations (
  state_hash bytea primary key,
  organization_id uuid not null,
  user_id uuid not null,
  source text not null,
  account_id uuid,
  -- Encrypted: what proves that it is ours, and for sources with credentials what was typed, with the hash of the code that
  -- stands for it.
  secrets bytea,
  code_hash bytea,
  expires_at timestamptz not null,
  foreign key (organization_id, user_id) references membership_rows on delete cascade
);
create index source_authorizations_of_member on source_authorizations (organization_id, user_id);

-- Watches at providers that tell us of changes: one per account, renewed before it ends.
create table source_watches (
  account_id uuid primary key references source_accounts on delete cascade,
  -- Our name for the watch, and the hash of the secret, both of which every notification brings.
  name uuid unique,
  secret_hash bytea,
  -- What the provider needs to end it; null where it could not be begun yet.
  remote_id text,
  renew_at timestamptz not null
);

-- A grant belongs to the person who gave it. Whatever takes an account from them (it is handed over, disconnected,
-- deleted with them or by them, or their workspace is deleted) takes the secrets out of the account at once and leaves
-- them here, sealed as they were, until the provider has been asked to revoke the grant.
create table grants_to_revoke (
  id bigint generated always as identity primary key,
  source text not null,
  remote_user_id text not null,
  secrets bytea not null,
  -- The watch at the provider that ends with it.
  watch_id text,
  attempts int not null default 0,
  next_try_at timestamptz not null default now()
);

-- A provider limits all accounts of our app (by its client id) together, until then. `kind`: calls, or tokens (signing in
-- and refreshing access).
create table app_pauses (
  source text not null,
  client_id text not null,
  kind text not null check (kind in ('calls', 'tokens')),
  paused_until timestamptz not null,
  primary key (source, client_id, kind)
);

-- Ids under which something is about to be created at a source, so that another worker, or the same one after a restart,
-- creates it under the same id and not twice.
create table planned_ids (
  account_id uuid not null references source_accounts on delete cascade,
  key text not null,
  id text not null,
  planned_at timestamptz not null default now(),
  primary key (account_id, key)
);

-- Which worker listens at an account whose source reports changes on a connection that stays open; another may take
-- over once its time is up.
create table account_listeners (
  account_id uuid primary key references source_accounts on delete cascade,
  listener uuid not null,
  until timestamptz not null
);
-- The accounts that one process listens at.
create index account_listeners_of_listener on account_listeners (listener);
