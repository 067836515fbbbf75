-- Keys for scripts and assistants. Each belongs to one person in one organisation and goes with the membership. The key
-- itself is never stored, only its SHA-256: it has 256 random bits.
create table api_keys (
  id uuid primary key,
  organization_id uuid not null,
  user_id uuid not null,
  name text not null,
  scopes text[] not null check (scopes <@ array['read', 'write', 'mcp'] and cardinality(scopes) > 0),
  key_hash bytea not null unique,
  -- What its owner knows it by: the first characters and the last.
  prefix text not null,
  last_four text not null,
  created_at timestamptz not null default now(),
  -- Written at most once a minute.
  last_used_at timestamptz,
  expires_at timestamptz,
  foreign key (organization_id, user_id) references membership_rows on delete cascade
);
create index api_keys_of_member on api_keys (organization_id, user_id);
create index api_keys_of_person on api_keys (user_id);
create index api_keys_expired on api_keys (expires_at) where expires_at is not null;

-- What assistants asked for at /mcp, kept for 90 days, also after the key is revoked or the person has left: hence names
-- and no foreign keys but the organisation's.
create table mcp_calls (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null,
  key_id uuid not null,
  key_name text not null,
  tool text not null,
  -- The document, folder, label or account that was asked about, if one was.
  subject_id uuid,
  at timestamptz not null default now()
);
create index mcp_calls_of_organization on mcp_calls (organization_id, at);
create index mcp_calls_at on mcp_calls (at);
