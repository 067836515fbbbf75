-- functions views.sql
-- Documents that a member has starred.
create table starred_documents (
  organization_id uuid not null,
  user_id uuid not null,
  document_id uuid not null,
  starred_at timestamptz not null default now(),
  primary key (organization_id, user_id, document_id),
  foreign key (organization_id, user_id) references membership_rows on delete cascade,
  foreign key (organization_id, document_id) references documents (organization_id, id) on delete cascade
);
create index starred_documents_newest on starred_documents (organization_id, user_id, starred_at desc, document_id);
create index starred_documents_document on starred_documents (document_id);
create trigger starred_documents_inserted after insert on starred_documents referencing new table as changed
  for each statement execute function access_changed();
create trigger starred_documents_deleted after delete on starred_documents referencing old table as changed
  for each statement execute function access_changed();

-- Of each person, what was deleted last.
create index documents_trash on documents (organization_id, owner_id, deleted_at desc, id) where deleted_at is not null;

-- What people want deleted for good: one item of the trash with all below it, or without one everything of the account
-- that was deleted up to `before`. Nobody sees it from then on, and a job deletes it.
create table trash_purges (
  id uuid primary key,
  organization_id uuid not null,
  account_id uuid not null,
  document_id uuid,
  before timestamptz not null,
  foreign key (organization_id, account_id) references source_accounts (organization_id, id) on delete cascade
);
create index trash_purges_of_account on trash_purges (account_id, document_id);

-- What is in the trash counts against storage from now on.
update source_accounts a set bytes = a.bytes + t.bytes
from (select account_id, sum(stored_size) as bytes from documents where deleted_at is not null group by account_id) t
where a.id = t.account_id and a.source = 'uploads' and t.bytes is not null;
