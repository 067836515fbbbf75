-- Files that people upload here to a connected account. `sent`: bytes of such a file that the source has.
alter table account_writes add column sent bigint not null default 0;
create index account_writes_of_document on account_writes (document_id) where state = 'waiting';

-- The upload at the source, on record before its first byte is sent.
create table account_write_uploads (
  write_id uuid primary key references account_writes on delete cascade,
  secrets bytea not null,
  name text not null,
  size bigint not null,
  -- Of the bytes when it began: of others, the upload begins anew.
  revision text not null,
  hashes jsonb not null,
  -- The file whose place it takes.
  replaces text
);

-- What the source answered to each chunk and asks for in the end.
create table account_write_receipts (
  write_id uuid not null references account_write_uploads on delete cascade,
  -- Of the chunk, in bytes from the start of the file.
  start bigint not null,
  length bigint not null,
  value text not null,
  primary key (write_id, start)
);

-- What is uploaded on the page of a label or a collection gets it.
alter table uploads add column label_id uuid;
alter table uploads add column collection_id uuid;
