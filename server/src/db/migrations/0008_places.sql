-- Places: folders are gone through and searched below, and accounts have names people give them.

alter table source_accounts add column display_name text;

-- The folder of each document, for searches below one (see docs/adr/0006-below-a-folder.md). In no index, so that a move
-- rewrites a row and no index entry; a move of a folder is one row for each person who sees it, whatever is inside.
alter table document_access add column parent_id uuid;
-- With a million documents a minute; with the indexes in place it would be a quarter of an hour.
drop index document_access_name, document_access_modified_at, document_access_size, document_access_type, document_access_search;
alter table document_access disable trigger user;
update document_access a set parent_id = d.parent_id from documents d where d.id = a.document_id and d.parent_id is not null;
alter table document_access enable trigger user;
create index document_access_name on document_access (organization_id, user_id, name_key, document_id) include (own, format, account_id);
create index document_access_modified_at on document_access (organization_id, user_id, modified_at, document_id) include (own, format, account_id);
create index document_access_size on document_access (organization_id, user_id, size, document_id);
create index document_access_type on document_access (organization_id, user_id, type, document_id);
create index document_access_search on document_access using gin (name_key gin_trgm_ops);

-- The folders in a folder: few beside its files.
create index documents_folders on documents (parent_id) include (id) where kind = 'folder' and parent_id is not null;

-- As before, with the folder.
create or replace function refresh_shared_access(roots uuid[]) returns void language plpgsql set enable_nestloop = on as $$
declare refreshed uuid[];
begin
  -- A root may be gone already, and what was in it not.
  with recursive below as (
    select unnest(roots) as id
    union
    select d.id from documents d join below b on d.parent_id = b.id
  ) select array_agg(id) into refreshed from below;
  with recursive above as (
    select id as document_id, id as ancestor, parent_id from documents where id = any (refreshed) and deleted_at is null
    union
    select a.document_id, p.id, p.parent_id from above a join documents p on p.id = a.parent_id
  ), wanted as (
    select distinct a.document_id, s.user_id from above a join document_shares s on s.document_id = a.ancestor
  ), gone as (
    delete from document_access x
    where x.document_id = any (refreshed) and not x.own
      and not exists (select 1 from wanted w where w.document_id = x.document_id and w.user_id = x.user_id)
  )
  insert into document_access (document_id, user_id, organization_id, account_id, own, parent_id, name_key, modified_at, size, type, format)
  select d.id, w.user_id, d.organization_id, d.account_id, false, d.parent_id, d.name_key, d.placed_at, coalesce(d.size, -1), d.type, d.format
  from wanted w join documents d on d.id = w.document_id
  where w.user_id <> d.owner_id
  on conflict do nothing;
end $$;

create or replace function documents_inserted() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
declare inside_shared uuid[];
begin
  insert into document_access (document_id, user_id, organization_id, account_id, own, parent_id, name_key, modified_at, size, type, format)
  select id, owner_id, organization_id, account_id, true, parent_id, name_key, placed_at, coalesce(size, -1), type, format
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
  insert into document_access (document_id, user_id, organization_id, account_id, own, parent_id, name_key, modified_at, size, type, format)
  select a.id, a.owner_id, a.organization_id, a.account_id, true, a.parent_id, a.name_key, a.placed_at, coalesce(a.size, -1), a.type, a.format
  from before b join after a using (id)
  where a.deleted_at is null and (b.deleted_at is not null or a.owner_id <> b.owner_id);
  update document_access x set parent_id = a.parent_id, name_key = a.name_key, modified_at = a.placed_at, size = coalesce(a.size, -1),
    type = a.type, format = a.format
  from before b join after a using (id)
  where x.document_id = any (changed) and x.document_id = a.id
    and (a.parent_id, a.name_key, a.placed_at, coalesce(a.size, -1), a.type, a.format)
      is distinct from (b.parent_id, b.name_key, b.placed_at, coalesce(b.size, -1), b.type, b.format);
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
