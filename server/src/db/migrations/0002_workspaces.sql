-- Workspaces as people know them: logo, industry, deletion with a grace period; invitations; labels and collections.
-- Every row of a tenant carries organization_id, and its foreign keys include it: the database itself refuses a link
-- across organisations.

create extension if not exists pg_trgm;

alter table organizations
  add column industry text,
  add column logo_key text,
  add column deleted_at timestamptz;

-- Members are listed by name: name_key repeats the person's, so that one index finds any page of any organisation.
alter table memberships
  add column last_seen_at timestamptz,
  add column name_key text not null default '';
update memberships m set name_key = lower(u.name) from users u where u.id = m.user_id;
create index memberships_by_name on memberships (organization_id, name_key, user_id);

create function set_membership_name_key() returns trigger language plpgsql as $$
begin
  -- Locked, so that a rename at the same moment waits and then finds this membership.
  select lower(name) into strict new.name_key from users where id = new.user_id for share;
  return new;
end $$;
create trigger memberships_name_key before insert on memberships
  for each row execute function set_membership_name_key();

create function spread_user_name() returns trigger language plpgsql as $$
begin
  update memberships set name_key = lower(new.name) where user_id = new.id;
  return null;
end $$;
create trigger users_name_spread after update of name on users
  for each row when (old.name is distinct from new.name) execute function spread_user_name();

create index users_search on users using gin (lower(name) gin_trgm_ops, lower(email) gin_trgm_ops);

-- The link's secret is derived from the id with the installation's key, so none is stored.
create table invitations (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  email text not null,
  role text not null check (role in ('admin', 'member', 'guest')),
  invited_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz
);
create unique index invitations_open on invitations (organization_id, lower(email))
  where accepted_at is null and revoked_at is null;
create index invitations_newest on invitations (organization_id, id desc)
  where accepted_at is null and revoked_at is null;

create table labels (
  id uuid primary key,
  organization_id uuid not null,
  user_id uuid not null,
  name text not null,
  color text not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  foreign key (organization_id, user_id) references memberships on delete cascade,
  unique (organization_id, id)
);
-- For members who leave: whatever refers to memberships has an index that is not partial.
create index labels_of_member on labels (organization_id, user_id);
create index labels_deleted on labels (deleted_at) where deleted_at is not null;
create unique index labels_by_name on labels (organization_id, user_id, lower(name)) where deleted_at is null;

create table collections (
  id uuid primary key,
  organization_id uuid not null,
  user_id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  foreign key (organization_id, user_id) references memberships on delete cascade,
  unique (organization_id, id)
);
create index collections_of_member on collections (organization_id, user_id);
create index collections_deleted on collections (deleted_at) where deleted_at is not null;
create unique index collections_by_name on collections (organization_id, user_id, lower(name)) where deleted_at is null;
