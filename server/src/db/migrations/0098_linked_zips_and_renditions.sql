-- Zips that visitors of a public link get: user_id is the maker of the link. They end with their hour, so no rows of theirs go in a
-- request that revokes the link. What is in them, as a hash: visitors of a folder that stays as it is get the same one.
alter table zips add column link_id uuid, add column entries_hash bytea;
create index zips_of_link on zips (link_id) where link_id is not null;

-- PDFs made of contents that no browser shows, once for each content; the bytes lie beside it.
create table renditions (
  organization_id uuid not null,
  sha256 bytea not null,
  -- How its format is called, of the name of the document it was asked for.
  extension text not null,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'none')),
  -- Of the PDF.
  size bigint,
  -- Why there is none: a sentence.
  problem text,
  tries int not null default 0,
  -- Rises with every claim: only the newest may record what came of it. A claim moves the next try ahead.
  claim int not null default 0,
  next_try_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (organization_id, sha256),
  foreign key (organization_id, sha256) references blobs on delete cascade
);
create index renditions_waiting on renditions (next_try_at) where state = 'waiting';
