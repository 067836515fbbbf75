-- What was shared with whom and not told yet. A person gets one mail of each workspace in a few minutes, about all of it.
create table share_news (
  organization_id uuid not null references organizations on delete cascade,
  recipient_id uuid not null references users on delete cascade,
  -- Without a reference: what is gone when the mail is written is left out.
  document_id uuid not null,
  shared_by uuid not null references users on delete cascade,
  -- The group through which it was shared; null: with the person.
  group_id uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, recipient_id, document_id)
);
create index share_news_of_recipient on share_news (recipient_id);
create index share_news_of_sender on share_news (shared_by);

-- Whose news are due, and when they last got a mail. A row is locked by whoever writes the mail, or adds news.
create table share_digests (
  organization_id uuid not null references organizations on delete cascade,
  recipient_id uuid not null references users on delete cascade,
  -- Null: there is nothing to tell.
  due_at timestamptz,
  sent_at timestamptz,
  primary key (organization_id, recipient_id)
);
create index share_digests_of_recipient on share_digests (recipient_id);
create index share_digests_due on share_digests (due_at) where due_at is not null;
