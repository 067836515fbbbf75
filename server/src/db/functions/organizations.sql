create or replace function set_membership_name_key() returns trigger language plpgsql as $$
begin
  -- Locked, so that a simultaneous rename waits and then finds this membership.
  select lower(name) into strict new.name_key from users where id = new.user_id for share;
  return new;
end $$;

create or replace function spread_user_name() returns trigger language plpgsql as $$
begin
  update memberships set name_key = lower(new.name) where user_id = new.id;
  return null;
end $$;
