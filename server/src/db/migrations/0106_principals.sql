-- functions access.sql
-- Documents are shared with people and groups: the column that says with whom is named after both.
alter table document_shares rename column user_id to principal_id;
alter table document_access rename column user_id to principal_id;
alter table share_walks rename column user_id to principal_id;
alter table share_walk_folders rename column user_id to principal_id;

-- Stars are a person's.
drop trigger starred_documents_inserted on starred_documents;
drop trigger starred_documents_deleted on starred_documents;
create trigger starred_documents_inserted after insert on starred_documents referencing new table as changed
  for each statement execute function stars_changed();
create trigger starred_documents_deleted after delete on starred_documents referencing old table as changed
  for each statement execute function stars_changed();
