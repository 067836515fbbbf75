-- Ids under which something is about to be created at a source, so that another worker, or the same one after a restart,
-- creates it under the same id and not twice.
create table planned_ids (
  account_id uuid not null references source_accounts on delete cascade,
  key text not null,
  id text not null,
  planned_at timestamptz not null default now(),
  primary key (account_id, key)
);
