-- Links that show a document, or a folder with all below it, to anyone who has them. Whether one works is asked at each
-- request (features/links/live-link.ts); rows go with the document and with the membership of whoever made them.
create table public_links (
  id uuid primary key,
  organization_id uuid not null,
  document_id uuid not null,
  user_id uuid not null,
  -- Of the secret part of the address, for finding it; and the same sealed, so that its owner can copy it again.
  token_hash bytea not null unique,
  secrets bytea not null,
  password_hash text,
  -- Rises with every change of the password: visits that began before end.
  password_version int not null default 0,
  expires_at timestamptz,
  downloads boolean not null,
  visits int not null default 0,
  last_visit_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (organization_id, user_id) references membership_rows on delete cascade,
  foreign key (organization_id, document_id) references documents (organization_id, id) on delete cascade
);
create unique index public_links_document on public_links (document_id, user_id);
create index public_links_newest on public_links (organization_id, id desc);
create index public_links_of_person on public_links (organization_id, user_id, id desc);
