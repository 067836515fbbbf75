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

-- Tries that fail and may be made again, each after a longer wait.
create table slowed_tries (
  key text primary key,
  tries int not null,
  next_try_at timestamptz not null,
  resets_at timestamptz not null
);
create index slowed_tries_reset on slowed_tries (resets_at);

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

-- Until then nobody else can have the old address: whoever registered it could keep it from its owner.
create function keep_old_address() returns trigger language plpgsql as $$
begin
  if exists (select from email_changes where lower(old_email) = lower(new.email) and user_id <> new.id
      and expires_at > now()) then
    raise exception 'this address was given up lately and may be taken back' using errcode = 'unique_violation';
  end if;
  return null;
end $$;
-- After the row is written: whoever frees the address in another transaction has committed by then.
create trigger users_old_addresses after insert or update of email on users
  for each row execute function keep_old_address();
