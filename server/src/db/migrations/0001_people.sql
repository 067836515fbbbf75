-- People, their sessions and one-time codes; organisations and who belongs to them.
-- Ids are UUIDv7 made by the program, so they sort by creation.

create table users (
  id uuid primary key,
  name text not null,
  email text not null,
  password_hash text not null,
  avatar_key text,
  email_verified_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

-- The token itself is never stored, only its SHA-256.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique,
  user_agent text not null,
  ip text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id, last_used_at desc);

-- One live code per person and purpose. target is the address the code was sent to.
create table codes (
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'reset_password', 'change_email')),
  target text not null,
  code_hash bytea not null,
  tries int not null default 0,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (user_id, purpose)
);

-- How often something was tried in the current window, for sign-in and code throttling.
create table throttles (
  key text primary key,
  count int not null,
  resets_at timestamptz not null
);

create table organizations (
  id uuid primary key,
  name text not null,
  plan text not null default 'free' check (plan in ('free', 'team', 'business')),
  created_at timestamptz not null default now()
);

create table memberships (
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member', 'guest')),
  joined_at timestamptz not null default now(),
  primary key (organization_id, user_id)
);
create index memberships_user on memberships (user_id, joined_at, organization_id);

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
