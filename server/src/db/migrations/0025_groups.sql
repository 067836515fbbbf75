-- Groups: whoever may see a document is a principal: a person, a group, or everyone in the workspace (docs/adr/0011-groups.md).

create table groups (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  -- All members but guests. There is one in each organisation, with its id, and nobody is written into group_members for it.
  is_everyone boolean not null generated always as (id = organization_id) stored,
  -- As document_views.version, for what the group sees.
  view_version bigint not null default (extract(epoch from clock_timestamp()) * 1000000)::bigint,
  created_at timestamptz not null default now(),
  -- Deleted groups let nobody see anything. For a day they can be restored.
  deleted_at timestamptz,
  unique (organization_id, id)
);
create unique index groups_by_name on groups (organization_id, lower(name)) where deleted_at is null;
create index groups_deleted on groups (organization_id, deleted_at) where deleted_at is not null;

create table group_members (
  organization_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  added_at timestamptz not null default now(),
  primary key (group_id, user_id),
  foreign key (organization_id, group_id) references groups (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references memberships on delete cascade
);
create index group_members_of_member on group_members (organization_id, user_id, group_id);

-- The version before makes organisations too: hence by a trigger.
create function everyone_in_organization() returns trigger language plpgsql as $$
begin
  insert into groups (id, organization_id, name) values (new.id, new.id, 'Everyone in the workspace');
  return null;
end $$;
create trigger everyone_in_organization after insert on organizations
  for each row execute function everyone_in_organization();
insert into groups (id, organization_id, name) select id, id, 'Everyone in the workspace' from organizations;

-- user_id of document_shares and document_access is any principal's id from here on: a person's, or a group's. It keeps its
-- name for the version before, which reads and writes rows of people as ever and passes over those of groups.
alter table document_shares
  add column group_id uuid,
  add column person_id uuid generated always as (case when group_id is null then user_id end) stored,
  add check (group_id = user_id),
  add foreign key (organization_id, group_id) references groups (organization_id, id) on delete cascade,
  add foreign key (organization_id, person_id) references memberships on delete cascade,
  drop constraint document_shares_organization_id_user_id_fkey;
create index document_shares_of_person on document_shares (organization_id, person_id);
create index document_shares_of_group on document_shares (organization_id, group_id) where group_id is not null;

-- Whoever writes a share, the version before too when it copies one, names its principal alone.
create function share_names_group() returns trigger language plpgsql as $$
begin
  new.group_id := (select id from groups where id = new.user_id);
  return new;
end $$;
create trigger share_names_group before insert on document_shares
  for each row execute function share_names_group();

-- What a member is: themselves, their groups, and everyone unless they are a guest. Nobody without a membership.
create function principals_of(organization uuid, person uuid) returns uuid[] language plpgsql stable as $$
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

-- Whether no other of somebody's principals has a greater row for a document; the person's own row is the greatest. A function,
-- because written out it would be priced as if every row asked it: only few do (see server/src/db/seen-by.ts).
create function is_first_reason(document uuid, is_own boolean, principal uuid, principals uuid[]) returns boolean
  language plpgsql stable cost 1 as $$
begin
  return not exists (select 1 from document_access other where other.document_id = document and other.user_id = any (principals)
    and (other.own, other.user_id) > (is_own, principal));
end $$;

-- As before; of groups, the version in their own row rises.
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

-- Whoever joins or leaves a group, or becomes or ceases to be a guest, sees something else from now on.
create function group_members_changed() returns trigger language plpgsql as $$
declare members text[];
begin
  select array_agg(distinct organization_id || ' ' || user_id) into members from changed;
  if members is not null then perform touch_view(members); end if;
  return null;
end $$;
create trigger group_members_inserted after insert on group_members referencing new table as changed
  for each statement execute function group_members_changed();
create trigger group_members_deleted after delete on group_members referencing old table as changed
  for each statement execute function group_members_changed();

create function membership_role_changed() returns trigger language plpgsql as $$
begin
  perform touch_view(array[new.organization_id || ' ' || new.user_id]);
  return null;
end $$;
create trigger membership_role_changed after update on memberships
  for each row when ((old.role = 'guest') <> (new.role = 'guest')) execute function membership_role_changed();

create function group_deleted_or_restored() returns trigger language plpgsql as $$
begin
  perform touch_view(array[new.organization_id || ' ' || new.id]);
  return null;
end $$;
create trigger group_deleted_or_restored after update on groups
  for each row when (old.deleted_at is distinct from new.deleted_at) execute function group_deleted_or_restored();

-- As the function of the same name for a person, for all that somebody is.
create function similar_names(organization uuid, principals uuid[], words text[], most int)
  returns table (document_id uuid, likeness real) language plpgsql stable
  set pg_trgm.word_similarity_threshold = 0.4 set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
begin
  return query select s.document_id, max(s.alike) from (
      select a.document_id, (select min(word_similarity(w, search_key(a.name_key))) from unnest(words) w) as alike
      from document_access a
      where search_key(a.name_key) %> words[1] and a.organization_id = organization and a.user_id = any (principals) limit 300) s
    where s.alike >= 0.4 group by s.document_id order by max(s.alike) desc limit most;
end $$;

-- Mails about what was shared with groups, while they are sent: a slice of the members at a time.
create table share_mails (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  shared_by uuid not null references users on delete cascade,
  group_ids uuid[] not null,
  document_ids uuid[] not null,
  -- They got a mail of their own.
  except_ids uuid[] not null,
  -- Members up to this one have theirs.
  sent_to uuid not null default '00000000-0000-0000-0000-000000000000',
  created_at timestamptz not null default now()
);
create index share_mails_of_organization on share_mails (organization_id);
create index share_mails_of_user on share_mails (shared_by);
