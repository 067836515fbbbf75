-- Large removals and shares are marked in the request and done in the background (docs/adr/0014-removal.md). From the mark on
-- nobody sees what goes; see server/src/db/seen-by.ts.

alter table source_accounts
  -- Being removed since then. Its `files` and `bytes` fall to zero.
  add column removed_at timestamptz,
  -- Its files at that time.
  add column removal_total int not null default 0;
create index source_accounts_removed on source_accounts (organization_id, id) where removed_at is not null;

-- Whoever sees something in the account sees something else from now on.
create function account_removed() returns trigger language plpgsql as $$
begin
  perform touch_view(array(
    select new.organization_id || ' ' || new.user_id
    union
    select distinct organization_id || ' ' || user_id from document_shares where account_id = new.id));
  return null;
end $$;
create trigger account_removed after update on source_accounts
  for each row when (old.removed_at is null and new.removed_at is not null) execute function account_removed();

-- A member who is removed, while a job removes what they had here: to everybody who asks, the version before too, they are no
-- member any more, and to foreign keys they are one until their last row has gone. So the table of this name is a view.
alter table memberships rename to membership_rows;
alter table membership_rows add column removed_at timestamptz;
create view memberships as
  select organization_id, user_id, role, joined_at, last_seen_at, name_key from membership_rows where removed_at is null;

-- What is left to do for such a member, and how much is done.
create table departures (
  organization_id uuid not null,
  user_id uuid not null,
  -- Accounts another member was given, whose documents follow: those up to this one of the first account have.
  account_ids uuid[] not null default '{}',
  given_to text not null default '',
  total int not null default 0,
  processed int not null default 0,
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references membership_rows on delete cascade
);

-- filling: whoever it is with sees it all once a job has gone through the folder. ending: nobody sees anything by it any more,
-- and a job removes their rows of document_access; ended: it has.
alter table document_shares
  add column state text not null default 'live' check (state in ('live', 'filling', 'ending', 'ended'));
create index document_shares_ending on document_shares (organization_id, account_id) where state in ('ending', 'ended');

-- How far the job is that goes through a folder whose share is filling or ending: folders that are still to be opened, and
-- the last of their documents that it has looked at.
create table share_walks (
  document_id uuid not null,
  user_id uuid not null,
  -- Null until they are counted.
  total int,
  processed int not null default 0,
  at_folder uuid not null default '00000000-0000-0000-0000-000000000000',
  at_document uuid not null default '00000000-0000-0000-0000-000000000000',
  primary key (document_id, user_id),
  foreign key (document_id, user_id) references document_shares on delete cascade
);
create table share_walk_folders (
  document_id uuid not null,
  user_id uuid not null,
  folder_id uuid not null,
  primary key (document_id, user_id, folder_id),
  foreign key (document_id, user_id) references share_walks on delete cascade
);

create function share_state_changed() returns trigger language plpgsql as $$
begin
  perform touch_view(array[new.organization_id || ' ' || new.user_id]);
  return null;
end $$;
create trigger share_state_changed after update on document_shares
  for each row when (old.state is distinct from new.state) execute function share_state_changed();

-- Whether a share that holds, of a document or a folder above it, lets a principal see it.
create function is_shared_with(document uuid, principal uuid) returns boolean language plpgsql stable as $$
begin
  return exists (with recursive up as (
      select id, parent_id, 0 as depth from documents where id = document
      union all
      select d.id, d.parent_id, up.depth + 1 from up join documents d on d.id = up.parent_id where up.depth < 500)
    select 1 from up join document_shares s on s.document_id = up.id and s.user_id = principal and s.state in ('live', 'filling'));
end $$;

-- Whether a row of document_access no longer counts, although it is still there.
create function is_hidden(document uuid, account uuid, principal uuid, is_own boolean) returns boolean language plpgsql stable as $$
begin
  if exists (select 1 from source_accounts where id = account and removed_at is not null) then return true; end if;
  return not is_own
    and exists (select 1 from document_shares where account_id = account and user_id = principal and state in ('ending', 'ended'))
    and not is_shared_with(document, principal);
end $$;

-- Makes the shared part of the access to these documents, and to nothing below them, what the shares say.
create function refresh_access_of(refreshed uuid[]) returns void language plpgsql
  set enable_nestloop = on set plan_cache_mode = force_custom_plan as $$
begin
  with recursive above as (
    select id as document_id, id as ancestor, parent_id from documents where id = any (refreshed) and deleted_at is null
    union
    select a.document_id, p.id, p.parent_id from above a join documents p on p.id = a.parent_id
  ), wanted as (
    select distinct a.document_id, s.user_id from above a join document_shares s on s.document_id = a.ancestor
    where s.state in ('live', 'filling')
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

-- As before: these documents, and all below them.
create or replace function refresh_shared_access(roots uuid[]) returns void language plpgsql set enable_nestloop = on as $$
declare refreshed uuid[];
begin
  -- A root may be gone already, and what was in it not.
  with recursive below as (
    select unnest(roots) as id
    union
    select d.id from documents d join below b on d.parent_id = b.id
  ) select array_agg(id) into refreshed from below;
  perform refresh_access_of(refreshed);
end $$;

-- As before; nobody sees what is in an account that is being removed, so that nothing has to be refreshed there.
create or replace function documents_deleted() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
declare inside_shared uuid[];
begin
  delete from document_access x using gone g where x.document_id = g.id;
  perform lock_accounts(array(select distinct account_id from gone where kind = 'folder'));
  -- What was in a folder that is gone no longer is in those above it.
  select array_agg(g.id) into inside_shared from gone g
  where g.kind = 'folder' and exists (select 1 from document_shares s where s.account_id = g.account_id)
    and not exists (select 1 from source_accounts a where a.id = g.account_id and a.removed_at is not null);
  if inside_shared is not null then perform refresh_shared_access(inside_shared); end if;
  return null;
end $$;

-- As before; what a job goes through, or has gone through, is left to it.
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

-- Of somebody all whose shares have ended, so many rows go. Answers how many.
create function forget_shared_access(organization uuid, principal uuid, most int) returns int language plpgsql as $$
declare forgotten int;
begin
  delete from document_access where document_id = any (array(
    select document_id from document_access
    where organization_id = organization and user_id = principal and not own limit most)) and user_id = principal;
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
