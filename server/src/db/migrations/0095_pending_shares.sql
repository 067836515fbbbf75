-- Documents that are shared with somebody who is no member yet: they see them from the moment they join. Made for sharing, an
-- invitation ends with the last of its shares.
alter table invitations add column for_sharing boolean not null default false;

-- Members who may not invite ask owners and admins to. A declined request stays for a week, so that nobody is asked for the same
-- again and again.
create table invite_requests (
  id uuid primary key,
  organization_id uuid not null,
  -- Who asks, for this address.
  user_id uuid not null,
  email text not null,
  created_at timestamptz not null default now(),
  declined_at timestamptz,
  unique (organization_id, user_id, email),
  foreign key (organization_id, user_id) references membership_rows on delete cascade
);
create index invite_requests_email on invite_requests (organization_id, email);

-- What waits for an invitation to be accepted, or for a request to be approved. They go with the document and with the
-- membership of whoever shares it.
create table pending_shares (
  id uuid primary key,
  organization_id uuid not null,
  document_id uuid not null,
  shared_by uuid not null,
  permission text not null check (permission in ('view', 'edit')),
  invitation_id uuid references invitations on delete cascade,
  request_id uuid references invite_requests on delete cascade,
  created_at timestamptz not null default now(),
  check (num_nonnulls(invitation_id, request_id) = 1),
  foreign key (organization_id, document_id) references documents (organization_id, id) on delete cascade,
  foreign key (organization_id, shared_by) references membership_rows on delete cascade
);
create unique index pending_shares_invitation on pending_shares (invitation_id, document_id);
create unique index pending_shares_request on pending_shares (request_id, document_id);
create index pending_shares_document on pending_shares (document_id);
create index pending_shares_of_person on pending_shares (organization_id, shared_by);
