-- functions audit.sql
-- Who did what, when and from where. Names are those of the moment, and nothing is referred to: people and things may go while
-- what was done stays on record, and no row of a busy workspace is locked to record something.
create table audit_events (
  id uuid primary key,
  -- Null: nobody's workspace, as when somebody tries to sign in with an address that has no account.
  organization_id uuid,
  -- To the millisecond, as pages and filters name it.
  at timestamptz(3) not null default now(),
  -- Null: Sheaf itself, or nobody known.
  user_id uuid,
  actor_name text check (length(actor_name) <= 400),
  actor_email text check (length(actor_email) <= 400),
  key_name text check (length(key_name) <= 400),
  action text not null,
  object_kind text,
  object_id text check (length(object_id) <= 100),
  object_name text check (length(object_name) <= 400),
  details jsonb not null default '{}' check (length(details::text) <= 16384),
  ip text check (length(ip) <= 100),
  device text check (length(device) <= 100),
  -- What is recorded once in a while, however often it happens: who, what, and when in ten minutes.
  once_key bytea
);

create index audit_events_organization on audit_events (organization_id, at desc, id desc);
create index audit_events_person on audit_events (organization_id, user_id, at desc, id desc);
create index audit_events_action on audit_events (organization_id, action, at desc, id desc);
create unique index audit_events_once on audit_events (once_key) where once_key is not null;

create trigger audit_events_kept before update or delete on audit_events
  for each row execute function keep_audit_events();
create trigger audit_events_never_truncated before truncate on audit_events
  for each statement execute function keep_audit_events();
