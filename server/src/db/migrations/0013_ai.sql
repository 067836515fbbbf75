-- Questions and answers. A conversation belongs to one member and is seen by nobody else.

create table ai_settings (
  organization_id uuid primary key references organizations on delete cascade,
  enabled boolean not null default true,
  -- Accounts of these sources are kept out of answers.
  excluded_sources text[] not null default '{}'
);

create table ai_threads (
  id uuid primary key,
  organization_id uuid not null,
  user_id uuid not null,
  title text not null,
  -- The first question gives the title, unless the person did.
  is_titled boolean not null,
  pinned boolean not null default false,
  scope jsonb not null default '{}',
  created_at timestamptz not null default now(),
  -- Of the last question.
  updated_at timestamptz not null default now(),
  unique (organization_id, id),
  foreign key (organization_id, user_id) references membership_rows on delete cascade
);
create index ai_threads_list on ai_threads (organization_id, user_id, pinned desc, updated_at desc, id desc);

create table ai_messages (
  id uuid primary key,
  organization_id uuid not null,
  thread_id uuid not null,
  number int not null,
  role text not null check (role in ('user', 'assistant')),
  content text not null,
  -- Null: quotes, and what the lists know.
  model text,
  supported boolean not null default true,
  status text not null default 'done' check (status in ('done', 'stopped', 'failed')),
  -- Every document whose text was read for the answer: once the person may not see one of them any more, what may stem
  -- from it is not shown.
  document_ids uuid[] not null default '{}',
  feedback text check (feedback in ('up', 'down')),
  created_at timestamptz not null default now(),
  unique (organization_id, id),
  unique (thread_id, number),
  foreign key (organization_id, thread_id) references ai_threads (organization_id, id) on delete cascade
);

create table ai_citations (
  organization_id uuid not null,
  message_id uuid not null,
  number int not null,
  -- May be gone since: document_access decides whether the citation is shown.
  document_id uuid not null,
  sha256 bytea not null,
  passage int not null,
  quote text not null,
  place jsonb not null,
  primary key (message_id, number),
  foreign key (organization_id, message_id) references ai_messages (organization_id, id) on delete cascade
);

-- How many questions a member has asked within the current minute, in the chat and by assistants together.
create table ai_rates (
  organization_id uuid not null,
  user_id uuid not null,
  since timestamptz not null,
  questions int not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references membership_rows on delete cascade
);

-- Questions to the AI, by month (UTC).
create table ai_usage (
  organization_id uuid not null references organizations on delete cascade,
  month date not null,
  messages integer not null,
  primary key (organization_id, month)
);
