-- Labels and collections, each of one member.

create table labels (
  id uuid primary key,
  organization_id uuid not null,
  user_id uuid not null,
  name text not null,
  color text not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  foreign key (organization_id, user_id) references membership_rows on delete cascade,
  unique (organization_id, id)
);
-- For members who leave: whatever refers to memberships has an index that is not partial.
create index labels_of_member on labels (organization_id, user_id);
create index labels_deleted on labels (deleted_at) where deleted_at is not null;
create unique index labels_by_name on labels (organization_id, user_id, lower(name)) where deleted_at is null;
create trigger labels_removed after update on labels
  for each row when (old.deleted_at is distinct from new.deleted_at) execute function owned_name_changed();

create table label_documents (
  organization_id uuid not null,
  label_id uuid not null,
  document_id uuid not null,
  primary key (label_id, document_id),
  foreign key (organization_id, label_id) references labels (organization_id, id) on delete cascade,
  foreign key (organization_id, document_id) references documents (organization_id, id) on delete cascade
);
create index label_documents_document on label_documents (document_id);
create trigger label_documents_inserted after insert on label_documents referencing new table as changed
  for each statement execute function labels_changed();
create trigger label_documents_deleted after delete on label_documents referencing old table as changed
  for each statement execute function labels_changed();

create table collections (
  id uuid primary key,
  organization_id uuid not null,
  user_id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  foreign key (organization_id, user_id) references membership_rows on delete cascade,
  unique (organization_id, id)
);
create index collections_of_member on collections (organization_id, user_id);
create index collections_deleted on collections (deleted_at) where deleted_at is not null;
create unique index collections_by_name on collections (organization_id, user_id, lower(name)) where deleted_at is null;
create trigger collections_removed after update on collections
  for each row when (old.deleted_at is distinct from new.deleted_at) execute function owned_name_changed();

create table collection_documents (
  organization_id uuid not null,
  collection_id uuid not null,
  document_id uuid not null,
  primary key (collection_id, document_id),
  foreign key (organization_id, collection_id) references collections (organization_id, id) on delete cascade,
  foreign key (organization_id, document_id) references documents (organization_id, id) on delete cascade
);
create index collection_documents_document on collection_documents (document_id);
create trigger collection_documents_inserted after insert on collection_documents referencing new table as changed
  for each statement execute function collections_changed();
create trigger collection_documents_deleted after delete on collection_documents referencing old table as changed
  for each statement execute function collections_changed();
