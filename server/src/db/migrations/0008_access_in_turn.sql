-- Who sees what, whatever happens at the same time.

-- Sharing and changes of the folders of an account wait for each other: otherwise what is put into a folder while its
-- share is taken back would be given by the one and not be seen by the other.
create function lock_accounts(ids uuid[]) returns void language plpgsql as $$
begin
  perform 1 from source_accounts where id = any (ids) order by id for no key update;
end $$;

-- Versions rise when a transaction commits, all of them at once and in one order: two people who share with each other
-- can sync at the same time, and nobody waits for a long transaction to note that something else has changed as well.
create unlogged table view_touches (
  transaction xid8 not null default pg_current_xact_id(),
  -- Organisation and person.
  member text not null,
  primary key (transaction, member)
);
alter table document_views drop column changed_by;

create or replace function touch_view(members text[]) returns void language plpgsql as $$
begin
  insert into view_touches (member) select unnest(members) on conflict do nothing;
end $$;

create function views_touched() returns trigger language plpgsql as $$
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
  perform pg_notify('sheaf_view', m) from unnest(members) m;
  return null;
end $$;
create constraint trigger views_touched after insert on view_touches deferrable initially deferred
  for each row execute function views_touched();

create or replace function documents_inserted() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
declare inside_shared uuid[];
begin
  insert into document_access (document_id, user_id, organization_id, account_id, own, name_key, modified_at, size, type, format)
  select id, owner_id, organization_id, account_id, true, name_key, placed_at, coalesce(size, -1), type, format
  from fresh where deleted_at is null;
  perform lock_accounts(array(select distinct account_id from fresh));
  select array_agg(f.id) into inside_shared from fresh f
  where f.parent_id is not null and exists (select 1 from document_shares s where s.account_id = f.account_id);
  if inside_shared is not null then perform refresh_shared_access(inside_shared); end if;
  return null;
end $$;

create or replace function documents_updated() returns trigger language plpgsql
  set plan_cache_mode = force_custom_plan set enable_nestloop = off as $$
declare
  changed uuid[];
  moved uuid[];
  accounts uuid[];
  members text[];
begin
  -- Most updates change nothing that anybody sees: bytes that were stored, a sync that found all as it was.
  select array_agg(id) into changed from (
    select id, account_id, deleted_at, owner_id, name, placed_at, size, type, format, parent_id, parent_remote_id, revision from after
    except
    select id, account_id, deleted_at, owner_id, name, placed_at, size, type, format, parent_id, parent_remote_id, revision from before) c;
  if changed is null then return null; end if;
  -- Another owner, deleted or restored: the person's own row goes and comes.
  delete from document_access x using before b join after a using (id)
  where x.document_id = any (changed) and x.document_id = b.id
    and ((a.deleted_at is not null and b.deleted_at is null)
      or (a.owner_id <> b.owner_id and (x.user_id = a.owner_id or x.user_id = b.owner_id)));
  insert into document_access (document_id, user_id, organization_id, account_id, own, name_key, modified_at, size, type, format)
  select a.id, a.owner_id, a.organization_id, a.account_id, true, a.name_key, a.placed_at, coalesce(a.size, -1), a.type, a.format
  from before b join after a using (id)
  where a.deleted_at is null and (b.deleted_at is not null or a.owner_id <> b.owner_id);
  update document_access x set name_key = a.name_key, modified_at = a.placed_at, size = coalesce(a.size, -1),
    type = a.type, format = a.format
  from before b join after a using (id)
  where x.document_id = any (changed) and x.document_id = a.id
    and (a.name_key, a.placed_at, coalesce(a.size, -1), a.type, a.format)
      is distinct from (b.name_key, b.placed_at, coalesce(b.size, -1), b.type, b.format);
  -- In another folder or account, gone or back: other shares hold for it, those of where it was no longer.
  select array_agg(distinct a.id), array_agg(distinct account) into moved, accounts
  from before b join after a using (id) cross join lateral (values (a.account_id), (b.account_id)) as at (account)
  where a.parent_id is distinct from b.parent_id or a.deleted_at is distinct from b.deleted_at or a.account_id <> b.account_id;
  if moved is not null then
    perform lock_accounts(accounts);
    if exists (select 1 from document_shares where account_id = any (accounts)) then
      perform refresh_shared_access(moved);
    end if;
  end if;
  -- In another folder: nobody's access changes by that alone, but what they find there does.
  select array_agg(distinct x.organization_id || ' ' || x.user_id) into members
  from before b join after a using (id) join document_access x on x.document_id = a.id
  where x.document_id = any (changed) and a.parent_id is distinct from b.parent_id;
  if members is not null then perform touch_view(members); end if;
  insert into document_activity (organization_id, document_id, kind, detail)
  select a.organization_id, a.id, what.kind, what.detail
  from before b join after a using (id)
  cross join lateral (values
    (a.revision <> b.revision and a.kind <> 'folder', 'changed', null),
    (a.name <> b.name, 'renamed', b.name),
    (a.parent_remote_id is distinct from b.parent_remote_id, 'moved', null)
  ) as what (happened, kind, detail)
  where what.happened;
  return null;
end $$;

create or replace function documents_deleted() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
declare inside_shared uuid[];
begin
  delete from document_access x using gone g where x.document_id = g.id;
  perform lock_accounts(array(select distinct account_id from gone where kind = 'folder'));
  -- What was in a folder that is gone no longer is in those above it.
  select array_agg(g.id) into inside_shared from gone g
  where g.kind = 'folder' and exists (select 1 from document_shares s where s.account_id = g.account_id);
  if inside_shared is not null then perform refresh_shared_access(inside_shared); end if;
  return null;
end $$;

create or replace function shares_changed() returns trigger language plpgsql as $$
declare
  ids uuid[];
  accounts uuid[];
begin
  select array_agg(distinct document_id), array_agg(distinct account_id) into ids, accounts from changed;
  if ids is null then return null; end if;
  perform lock_accounts(accounts);
  perform refresh_shared_access(ids);
  return null;
end $$;
