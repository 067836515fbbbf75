-- Lists by name and by time are narrowed by type without looking into the table, as they are by format.
create index document_access_name_and_type on document_access (organization_id, user_id, name_key, document_id)
  include (own, format, type, account_id);
drop index document_access_name;
alter index document_access_name_and_type rename to document_access_name;
create index document_access_modified_at_and_type on document_access (organization_id, user_id, modified_at, document_id)
  include (own, format, type, account_id);
drop index document_access_modified_at;
alter index document_access_modified_at_and_type rename to document_access_modified_at;
