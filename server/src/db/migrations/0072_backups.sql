-- Which key the secrets in this database are sealed with, by its id. A program that has another one refuses to start.
create table installation_key (
  is_only boolean primary key default true check (is_only),
  key_id bytea not null
);

-- As long as one of these holds, no contents are deleted: a backup may be about to read them. A killed one expires.
create table blob_holds (
  id uuid primary key,
  held_until timestamptz not null
);

-- Backups of this installation: made, failed, or being made.
create table backups (
  id uuid primary key,
  -- By the clock, and not by a person.
  scheduled boolean not null,
  file text not null,
  -- The complete one whose contents it does without.
  base_id uuid,
  started_at timestamptz not null default now(),
  alive_until timestamptz not null,
  ended_at timestamptz,
  -- Why it failed. Null at the end: it is complete.
  problem text,
  bytes bigint,
  -- Contents that were not in the store, or not as they should be.
  missing int
);
create unique index backups_one_scheduled on backups (scheduled) where scheduled and ended_at is null;
create index backups_started on backups (started_at);
