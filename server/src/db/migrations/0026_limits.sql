-- How many calls somebody made in the current minute, at all processes together. A process takes some of what is left in
-- advance (http/limits), so only busy callers have a row. Nothing is lost with it but a minute's count.
create unlogged table request_counts (
  key text primary key,
  most int not null,
  used int not null,
  -- What was given to the last process that asked.
  granted int not null,
  resets_at timestamptz not null
);
create index request_counts_reset on request_counts (resets_at);

-- Tries in progress or failed, each of which is forgotten after a while: at `free_at` all of them are.
create table allowances (
  key text primary key,
  free_at timestamptz not null
);
create index allowances_free on allowances (free_at);

-- A provider limits all accounts of our app (by its client id) together, until then. `kind`: calls, or tokens (signing in
-- and refreshing access).
create table app_pauses (
  source text not null,
  client_id text not null,
  kind text not null check (kind in ('calls', 'tokens')),
  paused_until timestamptz not null,
  primary key (source, client_id, kind)
);

-- When a sync or a transfer that waits for a provider resumes.
alter table source_accounts add column resumes_at timestamptz;
alter table transfers add column resumes_at timestamptz;
