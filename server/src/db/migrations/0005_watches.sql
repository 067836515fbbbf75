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

-- News of Dropbox names the accounts.
create index source_accounts_remote on source_accounts (source, remote_user_id);
