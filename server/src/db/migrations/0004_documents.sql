-- Browsing: who sees which document, labels and collections of documents, shares, activity.

alter table documents
  -- What it is, by name and type at the source; see contract/src/document-types.ts.
  add column type text not null default 'other',
  add column format text not null default 'other',
  add column deleted_at timestamptz,
  add column name_key text not null generated always as (left(lower(name), 500)) stored,
  add column modified_at timestamptz not null generated always as (coalesce(remote_modified_at, created_at)) stored,
  -- Its place among others by time: folders of sources that date none come last, and not all at once as the newest.
  add column placed_at timestamptz not null generated always as
    (coalesce(remote_modified_at, case when kind = 'folder' then timestamptz '1970-01-01 00:00:00+00' else created_at end)) stored;
create index documents_parent on documents (parent_id, id) where parent_id is not null;
create index documents_roots on documents (account_id, id) where parent_id is null;
-- By content: what nothing refers to any more, and what is there several times.
create index documents_blob on documents (organization_id, sha256) include (owner_id, stored_size, deleted_at) where sha256 is not null;
create index documents_deleted on documents (deleted_at) where deleted_at is not null;

-- Somebody lets a member see a document; of a folder also all that is and will be inside.
create table document_shares (
  organization_id uuid not null,
  document_id uuid not null,
  user_id uuid not null,
  account_id uuid not null,
  shared_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  primary key (document_id, user_id),
  foreign key (organization_id, document_id) references documents (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references memberships on delete cascade
);
create index document_shares_of_member on document_shares (organization_id, user_id);
create index document_shares_of_account on document_shares (account_id);

-- Who sees what: one row per person and document, with what lists are ordered and filtered by repeated from the
-- document, so that a page of any list is one index range. Kept by the triggers below and by nothing else; hence no
-- foreign keys, which would be asked for every row: what a membership takes with it are its accounts and shares.
create table document_access (
  document_id uuid not null,
  user_id uuid not null,
  organization_id uuid not null,
  account_id uuid not null,
  -- Brought by the person's own account; else shared.
  own boolean not null,
  name_key text not null,
  modified_at timestamptz not null,
  -- -1 where there is none.
  size bigint not null,
  type text not null,
  format text not null,
  primary key (document_id, user_id)
);
create index document_access_name on document_access (organization_id, user_id, name_key, document_id) include (own, format, account_id);
create index document_access_modified_at on document_access (organization_id, user_id, modified_at, document_id) include (own, format, account_id);
create index document_access_size on document_access (organization_id, user_id, size, document_id);
create index document_access_type on document_access (organization_id, user_id, type, document_id);
create index document_access_search on document_access using gin (name_key gin_trgm_ops);

-- Rises with every change of what a member sees: whatever was counted for a version holds as long as it does.
create table document_views (
  organization_id uuid not null,
  user_id uuid not null,
  -- Begins with the time: whoever leaves and comes back must not meet versions of before.
  version bigint not null default (extract(epoch from clock_timestamp()) * 1000000)::bigint,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references memberships on delete cascade
);

create table label_documents (
  organization_id uuid not null,
  label_id uuid not null,
  document_id uuid not null,
  primary key (label_id, document_id),
  foreign key (organization_id, label_id) references labels (organization_id, id) on delete cascade,
  foreign key (organization_id, document_id) references documents (organization_id, id) on delete cascade
);
create index label_documents_document on label_documents (document_id);

create table collection_documents (
  organization_id uuid not null,
  collection_id uuid not null,
  document_id uuid not null,
  primary key (collection_id, document_id),
  foreign key (organization_id, collection_id) references collections (organization_id, id) on delete cascade,
  foreign key (organization_id, document_id) references documents (organization_id, id) on delete cascade
);
create index collection_documents_document on collection_documents (document_id);

-- What happened to a document. user_id null: at the source.
create table document_activity (
  id bigint primary key generated always as identity,
  organization_id uuid not null,
  document_id uuid not null,
  user_id uuid references users on delete set null,
  kind text not null,
  detail text,
  at timestamptz not null default now(),
  foreign key (organization_id, document_id) references documents (organization_id, id) on delete cascade
);
create index document_activity_newest on document_activity (document_id, id desc);
create index document_activity_of_user on document_activity (user_id);

-- Pictures made of contents. none: this content has no picture.
create table thumbnails (
  organization_id uuid not null,
  sha256 bytea not null,
  state text not null check (state in ('ready', 'none')),
  created_at timestamptz not null default now(),
  primary key (organization_id, sha256),
  foreign key (organization_id, sha256) references blobs on delete cascade
);

-- Zips that were asked for and can be fetched.
create table zips (
  id uuid primary key,
  organization_id uuid not null,
  user_id uuid not null,
  name text not null,
  -- What was chosen.
  document_ids uuid[] not null,
  expires_at timestamptz not null,
  foreign key (organization_id, user_id) references memberships on delete cascade
);
create index zips_of_member on zips (organization_id, user_id);

-- All that is in them, in order. Whether the member may still see it is asked when it is sent.
create table zip_entries (
  zip_id uuid not null references zips on delete cascade,
  place int not null,
  document_id uuid not null,
  -- Within the zip; a folder's ends with a slash.
  path text not null,
  -- Null: a folder.
  sha256 bytea,
  size bigint not null,
  modified_at timestamptz not null,
  primary key (zip_id, place)
);

-- Versions rise when a transaction commits, all of them at once and in one order: two people who share with each other
-- can sync at the same time, and nobody waits for a long transaction to note that something else has changed as well.
create unlogged table view_touches (
  transaction xid8 not null default pg_current_xact_id(),
  -- Organisation and person.
  member text not null,
  primary key (transaction, member)
);

create function touch_view(members text[]) returns void language plpgsql as $$
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

create function access_changed() returns trigger language plpgsql as $$
declare members text[];
begin
  select array_agg(distinct organization_id || ' ' || user_id) into members from changed;
  if members is not null then perform touch_view(members); end if;
  return null;
end $$;
create trigger access_inserted after insert on document_access referencing new table as changed
  for each statement execute function access_changed();
create trigger access_updated after update on document_access referencing new table as changed
  for each statement execute function access_changed();
create trigger access_deleted after delete on document_access referencing old table as changed
  for each statement execute function access_changed();

create function labels_changed() returns trigger language plpgsql as $$
declare members text[];
begin
  select array_agg(distinct l.organization_id || ' ' || l.user_id) into members
  from changed c join labels l on l.id = c.label_id;
  if members is not null then perform touch_view(members); end if;
  return null;
end $$;
create trigger label_documents_inserted after insert on label_documents referencing new table as changed
  for each statement execute function labels_changed();
create trigger label_documents_deleted after delete on label_documents referencing old table as changed
  for each statement execute function labels_changed();

create function collections_changed() returns trigger language plpgsql as $$
declare members text[];
begin
  select array_agg(distinct l.organization_id || ' ' || l.user_id) into members
  from changed c join collections l on l.id = c.collection_id;
  if members is not null then perform touch_view(members); end if;
  return null;
end $$;
create trigger collection_documents_inserted after insert on collection_documents referencing new table as changed
  for each statement execute function collections_changed();
create trigger collection_documents_deleted after delete on collection_documents referencing old table as changed
  for each statement execute function collections_changed();

create function owned_name_changed() returns trigger language plpgsql as $$
begin
  perform touch_view(array[new.organization_id || ' ' || new.user_id]);
  return null;
end $$;
create trigger labels_removed after update on labels
  for each row when (old.deleted_at is distinct from new.deleted_at) execute function owned_name_changed();
create trigger collections_removed after update on collections
  for each row when (old.deleted_at is distinct from new.deleted_at) execute function owned_name_changed();

-- Makes the shared part of the access to these documents, and all below them, what the shares say: whoever a document
-- or a folder above it is shared with sees it.
create function refresh_shared_access(roots uuid[]) returns void language plpgsql set enable_nestloop = on as $$
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
  insert into document_access (document_id, user_id, organization_id, account_id, own, name_key, modified_at, size, type, format)
  select d.id, w.user_id, d.organization_id, d.account_id, false, d.name_key, d.placed_at, coalesce(d.size, -1), d.type, d.format
  from wanted w join documents d on d.id = w.document_id
  where w.user_id <> d.owner_id
  on conflict do nothing;
end $$;

-- Sharing and changes of the folders of an account wait for each other: otherwise what is put into a folder while its
-- share is taken back would be given by the one and not be seen by the other.
create function lock_accounts(ids uuid[]) returns void language plpgsql as $$
begin
  perform 1 from source_accounts where id = any (ids) order by id for no key update;
end $$;

create function documents_inserted() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
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
create trigger documents_inserted after insert on documents referencing new table as fresh
  for each statement execute function documents_inserted();

-- The planner takes `before` and `after` for one row each and would join a page of them pair by pair: hence no nested
-- loops here, and conditions on arrays of ids, whose lengths it knows, where a large table is asked.
create function documents_updated() returns trigger language plpgsql
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
create trigger documents_updated after update on documents referencing old table as before new table as after
  for each statement execute function documents_updated();

create function documents_deleted() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
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
create trigger documents_deleted after delete on documents referencing old table as gone
  for each statement execute function documents_deleted();

create function shares_changed() returns trigger language plpgsql as $$
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
create trigger document_shares_inserted after insert on document_shares referencing new table as changed
  for each statement execute function shares_changed();
create trigger document_shares_deleted after delete on document_shares referencing old table as changed
  for each statement execute function shares_changed();
