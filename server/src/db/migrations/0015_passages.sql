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
  primary key (organization_id, sha256, number),
  foreign key (organization_id, sha256) references content_texts on delete cascade
) with (toast_tuple_target = 128);
