-- Every new organization gets this group.
create or replace function everyone_in_organization() returns trigger language plpgsql as $$
begin
  insert into groups (id, organization_id, name) values (new.id, new.id, 'Everyone in the workspace');
  return null;
end $$;

-- The principals of a member: themselves, their groups, and everyone unless they are a guest. None without a
-- membership.
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

-- Members of these groups now see other documents.
create or replace function raise_group_views(ids uuid[]) returns void language plpgsql as $$
begin
  -- In a fixed order, so that two transactions can't wait for each other.
  perform 1 from groups where id = any (ids) order by id for no key update;
  update groups set view_version = view_version + 1 where id = any (ids);
end $$;
