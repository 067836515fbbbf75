-- Makes sharing and changes of an account's folders wait for each other. Otherwise a document that is put into a
-- folder while the folder's share is removed would be shared by one transaction without the other seeing it.
create or replace function lock_accounts(ids uuid[]) returns void language plpgsql as $$
begin
  perform 1 from source_accounts where id = any (ids) order by id for no key update;
end $$;

-- Makes the shared part of the access to these documents, but not to those below them, match the shares.
create or replace function refresh_access_of(refreshed uuid[]) returns void language plpgsql
  set enable_nestloop = on set plan_cache_mode = force_custom_plan as $$
begin
  with recursive above as (
    select id as document_id, id as ancestor, parent_id from documents where id = any (refreshed) and deleted_at is null
    union
    select a.document_id, p.id, p.parent_id from above a join documents p on p.id = a.parent_id
  ), wanted as (
    select distinct a.document_id, s.principal_id from above a join document_shares s on s.document_id = a.ancestor
    where s.state in ('live', 'filling')
  ), gone as (
    delete from document_access x
    where x.document_id = any (refreshed) and not x.own
      and not exists (select 1 from wanted w where w.document_id = x.document_id and w.principal_id = x.principal_id)
  )
  insert into document_access (document_id, principal_id, organization_id, account_id, own, parent_id, name_key, modified_at, size, type, format)
  select d.id, w.principal_id, d.organization_id, d.account_id, false, d.parent_id, d.name_key, d.placed_at, coalesce(d.size, -1), d.type, d.format
  from wanted w join documents d on d.id = w.document_id
  where w.principal_id <> d.owner_id
  on conflict do nothing;
end $$;

-- Makes the shared part of the access to these documents, and to all below them, match the shares: a principal sees
-- a document if it or a folder above it is shared with them.
create or replace function refresh_shared_access(roots uuid[]) returns void language plpgsql set enable_nestloop = on as $$
declare refreshed uuid[];
begin
  -- A root may be deleted already while its contents still exist.
  with recursive below as (
    select unnest(roots) as id
    union
    select d.id from documents d join below b on d.parent_id = b.id
  ) select array_agg(id) into refreshed from below;
  perform refresh_access_of(refreshed);
end $$;

create or replace function documents_inserted() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
declare inside_shared uuid[];
begin
  insert into document_access (document_id, principal_id, organization_id, account_id, own, parent_id, name_key, modified_at, size, type, format)
  select id, owner_id, organization_id, account_id, true, parent_id, name_key, placed_at, coalesce(size, -1), type, format
  from fresh where deleted_at is null;
  perform lock_accounts(array(select distinct account_id from fresh));
  select array_agg(f.id) into inside_shared from fresh f
  where f.parent_id is not null and exists (select 1 from document_shares s where s.account_id = f.account_id);
  if inside_shared is not null then perform refresh_shared_access(inside_shared); end if;
  return null;
end $$;

-- The planner expects one row each from `before` and `after` and would join a page of them pair by pair. So there
-- are no nested loops here, and large tables are queried by arrays of ids, whose lengths it knows.
create or replace function documents_updated() returns trigger language plpgsql
  set plan_cache_mode = force_custom_plan set enable_nestloop = off as $$
declare
  changed uuid[];
  moved uuid[];
  accounts uuid[];
  readers text[];
  organizations uuid[];
  noted uuid[];
  kinds text[];
  details text[];
begin
  -- Read at the source since, or marked otherwise: access stays the same, but the owner's list looks different.
  select array_agg(distinct a.organization_id || ' ' || a.owner_id) into readers from before b join after a using (id)
  where a.conversation is not null and a.conversation is distinct from b.conversation;
  perform touch_view(readers);
  -- Most updates change nothing that anybody sees, such as stored bytes or a sync that found no changes.
  select array_agg(id) into changed from (
    select id, account_id, deleted_at, owner_id, name, placed_at, size, type, format, parent_id, parent_remote_id, revision from after
    except
    select id, account_id, deleted_at, owner_id, name, placed_at, size, type, format, parent_id, parent_remote_id, revision from before) c;
  if changed is null then return null; end if;
  -- Another owner, deleted or restored: the owner's own row is removed or added.
  delete from document_access x using before b join after a using (id)
  where x.document_id = any (changed) and x.document_id = b.id
    and ((a.deleted_at is not null and b.deleted_at is null)
      or (a.owner_id <> b.owner_id and (x.principal_id = a.owner_id or x.principal_id = b.owner_id)));
  insert into document_access (document_id, principal_id, organization_id, account_id, own, parent_id, name_key, modified_at, size, type, format)
  select a.id, a.owner_id, a.organization_id, a.account_id, true, a.parent_id, a.name_key, a.placed_at, coalesce(a.size, -1), a.type, a.format
  from before b join after a using (id)
  where a.deleted_at is null and (b.deleted_at is not null or a.owner_id <> b.owner_id);
  update document_access x set parent_id = a.parent_id, name_key = a.name_key, modified_at = a.placed_at, size = coalesce(a.size, -1),
    type = a.type, format = a.format
  from before b join after a using (id)
  where x.document_id = any (changed) and x.document_id = a.id
    and (a.parent_id, a.name_key, a.placed_at, coalesce(a.size, -1), a.type, a.format)
      is distinct from (b.parent_id, b.name_key, b.placed_at, coalesce(b.size, -1), b.type, b.format);
  -- In another folder or account, gone or back: other shares apply, and those of the old place no longer do.
  select array_agg(distinct a.id), array_agg(distinct account) into moved, accounts
  from before b join after a using (id) cross join lateral (values (a.account_id), (b.account_id)) as at (account)
  where a.parent_id is distinct from b.parent_id or a.deleted_at is distinct from b.deleted_at or a.account_id <> b.account_id;
  if moved is not null then
    perform lock_accounts(accounts);
    if exists (select 1 from document_shares where account_id = any (accounts)) then
      perform refresh_shared_access(moved);
    end if;
  end if;
  select array_agg(a.organization_id), array_agg(a.id), array_agg(what.kind), array_agg(what.detail)
  into organizations, noted, kinds, details
  from before b join after a using (id)
  cross join lateral (values
    (a.revision <> b.revision and a.kind <> 'folder', 'changed', null),
    (a.name <> b.name, 'renamed', b.name),
    (a.parent_remote_id is distinct from b.parent_remote_id, 'moved', null)
  ) as what (happened, kind, detail)
  where what.happened;
  if noted is not null then perform note_activity(organizations, noted, kinds, details); end if;
  return null;
end $$;

-- Nobody sees documents of an account that is being removed, so nothing has to be refreshed there.
create or replace function documents_deleted() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
declare inside_shared uuid[];
begin
  delete from document_access x using gone g where x.document_id = g.id;
  perform lock_accounts(array(select distinct account_id from gone where kind = 'folder'));
  -- What was in a folder that is gone is no longer in the folders above it.
  select array_agg(g.id) into inside_shared from gone g
  where g.kind = 'folder' and exists (select 1 from document_shares s where s.account_id = g.account_id)
    and not exists (select 1 from source_accounts a where a.id = g.account_id and a.removed_at is not null);
  if inside_shared is not null then perform refresh_shared_access(inside_shared); end if;
  return null;
end $$;

-- A document that moves to another account takes its access along.
create or replace function document_changed_account() returns trigger language plpgsql as $$
begin
  update document_access set account_id = new.account_id where document_id = new.id;
  perform move_shares(new.id, new.account_id);
  return null;
end $$;

-- Shares that a job processes, or has processed, are left to it.
create or replace function shares_changed() returns trigger language plpgsql as $$
declare
  ids uuid[];
  accounts uuid[];
begin
  select array_agg(distinct document_id), array_agg(distinct account_id) into ids, accounts from changed c
  where (case tg_op when 'INSERT' then c.state = 'live' else c.state <> 'ended' end)
    and not exists (select 1 from source_accounts a where a.id = c.account_id and a.removed_at is not null);
  if ids is null then return null; end if;
  perform lock_accounts(accounts);
  perform refresh_shared_access(ids);
  return null;
end $$;

-- Whether an active share of a document or of a folder above it lets a principal see it.
create or replace function is_shared_with(document uuid, principal uuid) returns boolean language plpgsql stable as $$
begin
  return exists (with recursive up as (
      select id, parent_id, 0 as depth from documents where id = document
      union all
      select d.id, d.parent_id, up.depth + 1 from up join documents d on d.id = up.parent_id where up.depth < 500)
    select 1 from up join document_shares s on s.document_id = up.id and s.principal_id = principal and s.state in ('live', 'filling'));
end $$;

-- Whether a row of document_access that still exists no longer counts.
create or replace function is_hidden(document uuid, account uuid, principal uuid, is_own boolean) returns boolean language plpgsql stable as $$
begin
  if exists (select 1 from source_accounts where id = account and removed_at is not null) then return true; end if;
  return not is_own
    and exists (select 1 from document_shares where account_id = account and principal_id = principal and state in ('ending', 'ended'))
    and not is_shared_with(document, principal);
end $$;

-- Whether no other of a person's principals has a greater row for a document; the person's own row is the greatest.
-- It is a function because, written inline, it would be priced as if every row needed it, but only few do (see
-- server/src/features/access/seen-by.ts).
create or replace function is_first_reason(document uuid, is_own boolean, principal uuid, principals uuid[]) returns boolean
  language plpgsql stable cost 1 as $$
begin
  return not exists (select 1 from document_access other where other.document_id = document and other.principal_id = any (principals)
    and (other.own, other.principal_id) > (is_own, principal));
end $$;

-- Deletes up to `max_rows` rows that a principal has by shares, all of which have ended; returns how many.
create or replace function delete_shared_access(organization uuid, principal uuid, max_rows int) returns int language plpgsql as $$
declare deleted int;
begin
  delete from document_access where document_id = any (array(
    select document_id from document_access
    where organization_id = organization and principal_id = principal and not own limit max_rows)) and principal_id = principal;
  get diagnostics deleted = row_count;
  return deleted;
end $$;

create or replace function touch_view(members text[]) returns void language plpgsql as $$
begin
  if cardinality(members) > 0 then
    insert into view_touches (member) select unnest(members) on conflict do nothing;
  end if;
end $$;

create or replace function views_touched() returns trigger language plpgsql as $$
declare members text[];
begin
  -- The first row stands for its whole transaction.
  with due as (delete from view_touches where transaction = pg_current_xact_id() returning member)
  select array_agg(member order by member) into members from due;
  if members is null then return null; end if;
  insert into document_views as v (organization_id, user_id)
  select split_part(m, ' ', 1)::uuid, split_part(m, ' ', 2)::uuid from unnest(members) m
  where exists (select 1 from memberships
    where organization_id = split_part(m, ' ', 1)::uuid and user_id = split_part(m, ' ', 2)::uuid)
  order by m
  on conflict (organization_id, user_id) do update set version = v.version + 1;
  perform raise_group_views(array(select split_part(m, ' ', 2)::uuid from unnest(members) m));
  perform pg_notify('sheaf_view', m) from unnest(members) m;
  return null;
end $$;

create or replace function access_changed() returns trigger language plpgsql as $$
begin
  perform touch_view(array(select distinct organization_id || ' ' || principal_id from changed));
  return null;
end $$;

create or replace function stars_changed() returns trigger language plpgsql as $$
begin
  perform touch_view(array(select distinct organization_id || ' ' || user_id from changed));
  return null;
end $$;

create or replace function labels_changed() returns trigger language plpgsql as $$
begin
  perform touch_view(array(
    select distinct l.organization_id || ' ' || l.user_id from changed c join labels l on l.id = c.label_id));
  return null;
end $$;

create or replace function collections_changed() returns trigger language plpgsql as $$
begin
  perform touch_view(array(
    select distinct l.organization_id || ' ' || l.user_id from changed c join collections l on l.id = c.collection_id));
  return null;
end $$;

create or replace function owned_name_changed() returns trigger language plpgsql as $$
begin
  perform touch_view(array[new.organization_id || ' ' || new.user_id]);
  return null;
end $$;

-- People who join or leave a group, or become or cease to be guests, now see other documents.
create or replace function group_members_changed() returns trigger language plpgsql as $$
begin
  perform touch_view(array(select distinct organization_id || ' ' || user_id from changed));
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
  perform touch_view(array[new.organization_id || ' ' || new.principal_id]);
  return null;
end $$;

-- Everyone who saw something in the account now sees less.
create or replace function account_removed() returns trigger language plpgsql as $$
begin
  perform touch_view(array(
    select new.organization_id || ' ' || new.user_id
    union
    select distinct organization_id || ' ' || principal_id from document_shares where account_id = new.id));
  return null;
end $$;
