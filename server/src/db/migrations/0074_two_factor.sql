-- Two-factor authentication: an authenticator app, recovery codes and passkeys.

-- The secret of the authenticator app, sealed. Until the first code confirms it, it counts for nothing.
create table two_factor (
  user_id uuid primary key references users on delete cascade,
  secrets bytea not null,
  started_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- The period of 30 seconds whose code was used last: no code of it, or of one before, is taken again.
  last_step bigint not null default 0
);

-- Those that are left. Each has 80 random bits, so its SHA-256 tells nobody anything.
create table recovery_codes (
  user_id uuid not null references two_factor on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  credential_id text not null unique,
  public_key bytea not null,
  -- How often the authenticator says it was used; 0 for those that do not count.
  counter bigint not null,
  transports text[] not null,
  -- Kept by a password manager or the maker of the device, for all devices of the person.
  synced boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_of_person on passkeys (user_id, created_at);

-- Each can be answered once. A sign-in that begins with a passkey does not know yet whose it is.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('register', 'sign_in', 'second_step')),
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_expired on passkey_challenges (expires_at);

-- Sign-ins whose password was right and that wait for the second factor. There is no session before it.
create table pending_sign_ins (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  -- The one that was checked: another one since then, and the sign-in begins anew.
  password_hash text not null,
  tries int not null default 0,
  expires_at timestamptz not null
);
create index pending_sign_ins_expired on pending_sign_ins (expires_at);

alter table organizations
  add column two_factor_required boolean not null default false,
  add column links_allowed boolean not null default false;
