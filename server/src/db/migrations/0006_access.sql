-- Who sees which document.

-- Somebody lets a principal see a document; of a folder also all that is and will be inside. user_id is the principal: a
-- person's id or a group's.
create table document_shares (
  organization_id uuid not null,
  document_id uuid not null,
  user_id uuid not null,
  account_id uuid not null,
  shared_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  group_id uuid check (group_id = user_id),
  person_id uuid generated always as (case when group_id is null then user_id end) stored,
  -- filling: whoever it is with sees it all once a job has gone through the folder. ending: nobody sees anything by it any more,
  -- and a job removes their rows of document_access; ended: it has.
  state text not null default 'live' check (state in ('live', 'filling', 'ending', 'ended')),
  primary key (document_id, user_id),
  foreign key (organization_id, document_id) references documents (organization_id, id) on delete cascade,
  foreign key (organization_id, group_id) references groups (organization_id, id) on delete cascade,
  foreign key (organization_id, person_id) references membership_rows on delete cascade
);
create index document_shares_of_account on document_shares (account_id);
create trigger document_shares_inserted after insert on document_shares referencing new table as changed
  for each statement execute function shares_changed();
create trigger document_shares_deleted after delete on document_shares referencing old table as changed
  for each statement execute function shares_changed();
create index document_shares_of_person on document_shares (organization_id, person_id);
create index document_shares_of_group on document_shares (organization_id, group_id) where group_id is not null;
create trigger share_names_group before insert on document_shares
  for each row execute function share_names_group();
create index document_shares_ending on document_shares (organization_id, account_id) where state in ('ending', 'ended');
create trigger share_state_changed after update on document_shares
  for each row when (old.state is distinct from new.state) execute function share_state_changed();
-- With it, the accounts somebody sees something of are found one after another, however much each has shared.
create index document_shares_of_viewer on document_shares (organization_id, user_id, account_id);

-- Who sees what: one row per principal (user_id) and document, with what lists are ordered and filtered by repeated from the
-- document, so that a page of any list is one index range. Kept by triggers and by nothing else; hence no
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
  -- The folder of each document, for searches below one (see docs/adr/0006-below-a-folder.md). In no index, so that a move
  -- rewrites a row and no index entry; a move of a folder is one row for each person who sees it, whatever is inside.
  parent_id uuid,
  primary key (document_id, user_id)
);
create index document_access_name on document_access (organization_id, user_id, name_key, document_id) include (own, format, account_id);
create index document_access_modified_at on document_access (organization_id, user_id, modified_at, document_id) include (own, format, account_id);
create index document_access_size on document_access (organization_id, user_id, size, document_id);
create index document_access_type on document_access (organization_id, user_id, type, document_id);
create index document_access_search on document_access using gin (search_key(name_key) gin_trgm_ops);
create trigger access_inserted after insert on document_access referencing new table as changed
  for each statement execute function access_changed();
create trigger access_updated after update on document_access referencing new table as changed
  for each statement execute function access_changed();
create trigger access_deleted after delete on document_access referencing old table as changed
  for each statement execute function access_changed();
-- A member is in one organisation as a rule: taken for independent of each other, the two would make a list of a hundred thousand
-- look like one of some hundred, where there are many organisations.
create statistics document_access_of_member (dependencies) on organization_id, user_id from document_access;

-- Rises with every change of what a member sees: whatever was counted for a version holds as long as it does.
create table document_views (
  organization_id uuid not null,
  user_id uuid not null,
  -- Begins with the time: whoever leaves and comes back must not meet versions of before.
  version bigint not null default (extract(epoch from clock_timestamp()) * 1000000)::bigint,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references membership_rows on delete cascade
);

-- Versions rise when a transaction commits, all of them at once and in one order: two people who share with each other
-- can sync at the same time, and nobody waits for a long transaction to note that something else has changed as well.
create unlogged table view_touches (
  transaction xid8 not null default pg_current_xact_id(),
  -- Organisation and person.
  member text not null,
  primary key (transaction, member)
);
create constraint trigger views_touched after insert on view_touches deferrable initially deferred
  for each row execute function views_touched();

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
