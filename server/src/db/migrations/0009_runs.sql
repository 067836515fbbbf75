-- A run of an account or of a transfer holds the token it was given. Whoever takes the run over gets a higher one, and
-- every transaction of a run checks its own under the row's lock: a worker that was taken for dead and wakes up writes
-- nothing more.
alter table source_accounts add column run_token bigint not null default 0;
alter table transfers add column run_token bigint not null default 0;

-- For which minute a job that comes by the clock was last queued, by the clock of the database.
create table job_schedule (
  name text primary key,
  queued_for timestamptz not null
);
