-- By the folder first: of an account that PostgreSQL has no statistics of yet, it took an index that begins with the account to be
-- as good for finding one document as the one that ends with its id, and read the whole account for each of a page.
create index documents_children_by_folder on documents (parent_remote_id, account_id);
drop index documents_children;
alter index documents_children_by_folder rename to documents_children;
