create or replace function set_membership_name_key() returns trigger language plpgsql as $$
begin
  -- Locked, so that a rename at the same moment waits and then finds this membership.
  select lower(name) into strict new.name_key from users where id = new.user_id for share;
  return new;
end $$;

create or replace function spread_user_name() returns trigger language plpgsql as $$
begin
  update memberships set name_key = lower(new.name) where user_id = new.id;
  return null;
end $$;

-- While a change of address can be taken back, nobody else can have the old one: whoever registered it could keep it from its owner.
create or replace function keep_old_address() returns trigger language plpgsql as $$
begin
  if exists (select from email_changes where lower(old_email) = lower(new.email) and user_id <> new.id
      and expires_at > now()) then
    raise exception 'this address was given up lately and may be taken back' using errcode = 'unique_violation';
  end if;
  return null;
end $$;

-- Whoever makes an organisation makes this group with it.
create or replace function everyone_in_organization() returns trigger language plpgsql as $$
begin
  insert into groups (id, organization_id, name) values (new.id, new.id, 'Everyone in the workspace');
  return null;
end $$;

-- What a member is: themselves, their groups, and everyone unless they are a guest. Nobody without a membership.
create or replace function principals_of(organization uuid, person uuid) returns uuid[] language plpgsql stable as $$
declare
  member_role text;
begin
  select role into member_role from memberships where organization_id = organization and user_id = person;
  if member_role is null then return '{}'; end if;
  return array(
    select person
    union all
    select g.id from group_members m join groups g on g.id = m.group_id and g.deleted_at is null
    where m.organization_id = organization and m.user_id = person
    union all
    select organization where member_role <> 'guest');
end $$;
