-- functions people.sql views.sql access.sql sources.sql search.sql
-- People, their sessions and one-time codes.

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
create index users_search on users using gin (lower(name) gin_trgm_ops, lower(email) gin_trgm_ops);
create trigger users_name_spread after update of name on users
  for each row when (old.name is distinct from new.name) execute function spread_user_name();
-- After the row is written: whoever frees the address in another transaction has committed by then.
create trigger users_old_addresses after insert or update of email on users
  for each row execute function keep_old_address();

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

-- A reset that was asked for an address, whether or not anybody has it: what follows is the same for both. The code is
-- derived from the salt with the installation's key. Asked for again while it lives, the same code is sent again, so
-- that nobody can take the code away from whoever is typing it.
create table password_resets (
  email text primary key,
  salt bytea not null,
  -- Wrong codes, from wherever they came.
  tries int not null default 0,
  asked_at timestamptz not null default now(),
  mailed_at timestamptz,
  expires_at timestamptz not null
);
create index password_resets_expired on password_resets (expires_at);

-- Browsers a person has signed in with, by the hash of their cookie. Guesses made elsewhere do not slow these down.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  device_hash bytea not null,
  last_used_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);

-- Changes of address that the owner of the old one can take back.
create table email_changes (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  old_email text not null,
  changed_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index email_changes_user on email_changes (user_id);
create index email_changes_address on email_changes (lower(old_email));
create index email_changes_expired on email_changes (expires_at);
