create or replace function touch_view(members text[]) returns void language plpgsql as $$
begin
  insert into view_touches (member) select unnest(members) on conflict do nothing;
end $$;

create or replace function views_touched() returns trigger language plpgsql as $$
declare members text[];
begin
  -- The first row speaks for all of its transaction.
  with due as (delete from view_touches where transaction = pg_current_xact_id() returning member)
  select array_agg(member order by member) into members from due;
  if members is null then return null; end if;
  insert into document_views as v (organization_id, user_id)
  select split_part(m, ' ', 1)::uuid, split_part(m, ' ', 2)::uuid from unnest(members) m
  where exists (select 1 from memberships
    where organization_id = split_part(m, ' ', 1)::uuid and user_id = split_part(m, ' ', 2)::uuid)
  order by m
  on conflict (organization_id, user_id) do update set version = v.version + 1;
  -- In one order, so that two transactions cannot wait for each other.
  perform 1 from groups where id = any (array(select split_part(m, ' ', 2)::uuid from unnest(members) m))
    order by id for no key update;
  update groups set view_version = view_version + 1
  where id = any (array(select split_part(m, ' ', 2)::uuid from unnest(members) m));
  perform pg_notify('sheaf_view', m) from unnest(members) m;
  return null;
end $$;

create or replace function access_changed() returns trigger language plpgsql as $$
declare members text[];
begin
  select array_agg(distinct organization_id || ' ' || user_id) into members from changed;
  if members is not null then perform touch_view(members); end if;
  return null;
end $$;

create or replace function labels_changed() returns trigger language plpgsql as $$
declare members text[];
begin
  select array_agg(distinct l.organization_id || ' ' || l.user_id) into members
  from changed c join labels l on l.id = c.label_id;
  if members is not null then perform touch_view(members); end if;
  return null;
end $$;

create or replace function collections_changed() returns trigger language plpgsql as $$
declare members text[];
begin
  select array_agg(distinct l.organization_id || ' ' || l.user_id) into members
  from changed c join collections l on l.id = c.collection_id;
  if members is not null then perform touch_view(members); end if;
  return null;
end $$;

create or replace function owned_name_changed() returns trigger language plpgsql as $$
begin
  perform touch_view(array[new.organization_id || ' ' || new.user_id]);
  return null;
end $$;

-- Whoever joins or leaves a group, or becomes or ceases to be a guest, sees something else from now on.
create or replace function group_members_changed() returns trigger language plpgsql as $$
declare members text[];
begin
  select array_agg(distinct organization_id || ' ' || user_id) into members from changed;
  if members is not null then perform touch_view(members); end if;
  return null;
end $$;

create or replace function membership_role_changed() returns trigger language plpgsql as $$
begin
  perform touch_view(array[new.organization_id || ' ' || new.user_id]);
  return null;
end $$;

create or replace function group_deleted_or_restored() returns trigger language plpgsql as $$
begin
  perform touch_view(array[new.organization_id || ' ' || new.id]);
  return null;
end $$;

create or replace function share_state_changed() returns trigger language plpgsql as $$
begin
  perform touch_view(array[new.organization_id || ' ' || new.user_id]);
  return null;
end $$;

-- Whoever sees something in the account sees something else from now on.
create or replace function account_removed() returns trigger language plpgsql as $$
begin
  perform touch_view(array(
    select new.organization_id || ' ' || new.user_id
    union
    select distinct organization_id || ' ' || user_id from document_shares where account_id = new.id));
  return null;
end $$;
