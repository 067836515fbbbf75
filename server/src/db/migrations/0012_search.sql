-- What is known of an organisation's words, and each member's own searches.

-- What is known of an organisation's passages, by a sample: it decides how a search is gone about.
create table search_statistics (
  organization_id uuid primary key references organizations on delete cascade,
  passages bigint not null,
  -- The most frequent first.
  languages text[] not null,
  -- Of frequent words the share of passages that have them.
  lexemes jsonb not null,
  -- Days, newest first, each with as many passages as the next.
  days int[] not null,
  taken_at timestamptz not null default now()
);

create table search_history (
  id uuid primary key,
  organization_id uuid not null,
  user_id uuid not null,
  q text not null,
  searched_at timestamptz not null default now(),
  foreign key (organization_id, user_id) references membership_rows on delete cascade,
  unique (organization_id, user_id, q)
);
create index search_history_newest on search_history (organization_id, user_id, searched_at desc);

create table saved_searches (
  id uuid primary key,
  organization_id uuid not null,
  user_id uuid not null,
  name text not null,
  q text not null,
  created_at timestamptz not null default now(),
  foreign key (organization_id, user_id) references membership_rows on delete cascade
);
create unique index saved_searches_by_name on saved_searches (organization_id, user_id, lower(name));
