-- Chats and mail: messages, gathered to threads, each of which is a document.

-- The chosen channels, labels or mailboxes of an account, and where reading each stands.
create table message_channels (
  account_id uuid not null references source_accounts on delete cascade,
  remote_id text not null,
  name text not null,
  cursor text,
  -- Read to its end once.
  is_complete boolean not null default false,
  -- The run that read it last: one of several slices goes on with the others.
  read_in uuid,
  primary key (account_id, remote_id)
);

create table messages (
  id uuid primary key,
  account_id uuid not null references source_accounts on delete cascade,
  remote_id text not null,
  thread_remote_id text not null,
  thread_title text not null,
  channel_ids text[] not null,
  is_unread boolean not null,
  is_flagged boolean not null,
  author jsonb not null,
  recipients jsonb not null,
  sent_at timestamptz not null,
  edited_at timestamptz,
  body_type text not null check (body_type in ('text', 'html')),
  body text not null,
  attachments jsonb not null,
  web_url text,
  -- Differs whenever what people read differs.
  revision text not null,
  -- The last of a thread stay until its document goes: the person may decide to keep that.
  gone_at timestamptz,
  unique (account_id, remote_id)
);
create index messages_thread on messages (account_id, thread_remote_id, sent_at, id);
create index messages_sent on messages (account_id, sent_at);
create index messages_gone on messages (account_id) where gone_at is not null;
