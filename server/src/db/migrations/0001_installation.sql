-- What the installation itself needs: extensions, limits, mail that waits, workers.
-- Ids are UUIDv7 made by the program, so they sort by creation.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- How often something was tried in the current window, for sign-in and code throttling.
create table throttles (
  key text primary key,
  count int not null,
  resets_at timestamptz not null
);

-- Tries that fail and may be made again, each after a longer wait.
create table slowed_tries (
  key text primary key,
  tries int not null,
  next_try_at timestamptz not null,
  resets_at timestamptz not null
);
create index slowed_tries_reset on slowed_tries (resets_at);

-- Tries in progress or failed, each of which is forgotten after a while: at `free_at` all of them are.
create table allowances (
  key text primary key,
  free_at timestamptz not null
);
create index allowances_free on allowances (free_at);

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

-- Mail that stays here while no mail server is configured; read at /dev/mailbox.
create table outbox (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  sent_at timestamptz not null default now()
);

-- Which workers live. Jobs locked by any other worker are set free.
create table worker_heartbeats (
  worker_id text primary key,
  seen_at timestamptz not null default now()
);

-- For which minute a job that comes by the clock was last queued, by the clock of the database.
create table job_schedule (
  name text primary key,
  queued_for timestamptz not null
);
