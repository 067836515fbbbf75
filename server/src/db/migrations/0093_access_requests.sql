-- Members who ask for access to a document that they can't see. A declined request stays for a week, so that nobody is asked
-- for the same again and again.
create table access_requests (
  id uuid primary key,
  organization_id uuid not null,
  document_id uuid not null,
  user_id uuid not null,
  message text not null,
  created_at timestamptz not null default now(),
  declined_at timestamptz,
  unique (document_id, user_id),
  foreign key (organization_id, document_id) references documents (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references membership_rows on delete cascade
);
create index access_requests_of_user on access_requests (organization_id, user_id);
