-- What a member is told in the app. Only the newest are kept (features/notifications/delete-expired.ts).
create table notifications (
  id uuid primary key,
  organization_id uuid not null,
  user_id uuid not null,
  -- See contract/src/account/notification-kinds.ts.
  kind text not null,
  -- The transfer, account or invitation it is about; of shares its own id. Whatever happens to the same again is the same row.
  subject uuid not null,
  -- Whoever did it; without a reference, as what was done stays told.
  actor_id uuid,
  -- Of shares, the newest few: nothing is told of documents that the member no longer sees.
  document_ids uuid[] not null default '{}',
  count int not null default 1,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  news_at timestamptz not null default now(),
  read_at timestamptz,
  -- Still to be emailed: in a few minutes, or with the next daily email.
  email text check (email in ('soon', 'daily')),
  foreign key (organization_id, user_id) references membership_rows on delete cascade
);
create unique index notifications_subject on notifications (organization_id, user_id, kind, subject);
create index notifications_newest on notifications (organization_id, user_id, news_at desc, id desc);
create index notifications_oldest on notifications (news_at);
create index notifications_to_email on notifications (email, user_id) where email is not null;

-- How a person wants to be told, and when they last were by email. A row is locked by whoever writes such an email.
create table notification_settings (
  user_id uuid primary key references users on delete cascade,
  -- By kind, where it is another than the usual one.
  channels jsonb not null default '{}',
  emailed_at timestamptz,
  digest_on date
);
