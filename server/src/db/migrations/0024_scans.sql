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
