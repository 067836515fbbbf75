-- Changes that people make here to what is in a connected account: shown at once, and made at the source in this order.
create sequence account_write_stamps;
create table account_writes (
  id uuid primary key,
  organization_id uuid not null,
  account_id uuid not null,
  -- Without a reference, so that deleting documents costs nothing more.
  document_id uuid not null,
  user_id uuid references users on delete set null,
  number bigint not null generated always as identity,
  kind text not null check (kind in ('folder', 'change', 'trash', 'restore', 'upload', 'copy')),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused', 'undone')),
  -- What was asked for: the name and the folder that it is to have; of a change, which of the two is new.
  name text not null,
  parent_id uuid,
  renames boolean not null default false,
  moves boolean not null default false,
  -- Of a change: how it was.
  name_before text,
  parent_before uuid,
  -- Of a copy: the document it is made of.
  original_id uuid,
  -- While it waits, no page of a listing is written; uploads hold listings up only when they are about to become files.
  holds_listing boolean not null default true,
  -- Since when the source may know of it.
  begun_at timestamptz,
  attempts int not null default 0,
  next_try_at timestamptz not null default now(),
  -- Why it was refused, for the person.
  message text,
  -- Rises whenever something happens to a write of the account, so that a listing knows whether anything did.
  stamp bigint not null default nextval('account_write_stamps'),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  foreign key (organization_id, account_id) references source_accounts (organization_id, id) on delete cascade
);
alter sequence account_write_stamps owned by account_writes.stamp;
create index account_writes_waiting on account_writes (account_id, number) where state = 'waiting';
create index account_writes_stamps on account_writes (account_id, stamp desc);
create index account_writes_ended on account_writes (ended_at) where ended_at is not null;
create index account_writes_of_user on account_writes (user_id);

-- The lease of whoever makes the changes of an account at its source.
create table account_write_runs (
  account_id uuid primary key references source_accounts on delete cascade,
  run_token int not null default 1
);
