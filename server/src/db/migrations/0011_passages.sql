-- The text of contents, by content as the bytes are: it is read once, however many documents have it. Whoever may see one
-- of these documents may read it; it goes with the content.

create table content_texts (
  organization_id uuid not null,
  sha256 bytea not null,
  -- waiting: still to be read, or being read. failed: it cannot be, and reason says why.
  state text not null default 'waiting' check (state in ('waiting', 'read', 'failed')),
  -- Rises when somebody begins to read, who may record the text only as long as it stays; and with it the time after
  -- which it is tried again, so a reader that dies needs nobody to notice.
  attempts int not null default 0,
  next_try_at timestamptz not null default now(),
  -- Of the last try that failed.
  reason text,
  -- There is more text than is kept.
  is_cut boolean not null default false,
  -- Which readers the text is by; older ones are replaced.
  reader_version int not null default 0,
  primary key (organization_id, sha256),
  foreign key (organization_id, sha256) references blobs on delete cascade
);
create index content_texts_waiting on content_texts (next_try_at) where state = 'waiting';

-- Contents whose text may be in pictures: PDFs with pages that have no text, and pictures. Filled only where OCR is on.
create table scans (
  organization_id uuid not null,
  sha256 bytea not null,
  state text not null default 'waiting' check (state in ('waiting', 'read', 'failed')),
  -- Rises when somebody begins to read, as in content_texts.
  attempts int not null default 0,
  next_try_at timestamptz not null default now(),
  reason text,
  -- The version of the reader and its languages; what another one read is read again.
  reader text not null default '',
  primary key (organization_id, sha256),
  foreign key (organization_id, sha256) references blobs on delete cascade
);
create index scans_waiting on scans (next_try_at) where state = 'waiting';

-- Of 150 to 200 words each, in order. Long ones leave the row, so that what is searched by stays small.
create table passages (
  organization_id uuid not null,
  sha256 bytea not null,
  number int not null,
  -- Where its text begins, and where, by the offset of a character in it, each further place does:
  -- [{"at": 0, "page": 3}, {"at": 412, "page": 4}]. Empty where the format has no places.
  places jsonb not null,
  -- ISO 639-1, where it can be told.
  language text,
  body text not null,
  -- Null: not indexed yet; a job sees to it.
  tsv tsvector,
  -- The accounts with a document of this content, perhaps more: document_access decides, this only leads there quickly.
  account_ids uuid[] not null default '{}',
  -- The day and the month of the newest of these documents, as 20261116 and 202611.
  periods int[] not null default '{}',
  -- By meaning: 256 signs for the first choice, 256 int8 for the order, and the group of neighbours it is in.
  code bit(256),
  vector bytea,
  cluster smallint,
  -- Which embedder made the vector. Those of different ones cannot be compared.
  embedder int,
  primary key (organization_id, sha256, number),
  foreign key (organization_id, sha256) references content_texts on delete cascade
) with (toast_tuple_target = 128);
-- Compressed it would have to be unpacked for each match. It leaves the row with the text.
alter table passages alter column tsv set storage external;
-- New entries wait in a list that every search reads: long enough to make many of them one write, short enough to be read in
-- a few milliseconds.
create index passages_search on passages using gin (account_ids, periods, tsv) with (gin_pending_list_limit = 512);
create index passages_not_indexed on passages (organization_id, sha256) where tsv is null;
-- Leads from clusters to codes without opening passages.
create index passages_by_cluster on passages (organization_id, embedder, cluster) include (code, sha256, number)
  where code is not null;
-- Whatever the current embedder has not been asked about.
create index passages_by_embedder on passages (embedder);
