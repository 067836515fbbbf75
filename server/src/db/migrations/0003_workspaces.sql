-- Organisations, who belongs to them, and who is invited. Every row of a tenant carries organization_id, and its foreign keys
-- include it: the database itself refuses a link across organisations.

create table organizations (
  id uuid primary key,
  name text not null,
  industry text,
  logo_key text,
  plan text not null default 'free' check (plan in ('free', 'team', 'business')),
  read_only boolean not null default false,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create trigger organizations_grants after update of deleted_at on organizations
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function take_grants_out_of_workspace();
create trigger everyone_in_organization after insert on organizations
  for each row execute function everyone_in_organization();

-- A member who is removed stays here while a job removes what they had: to foreign keys they are a member until their last
-- row has gone, and to everybody who asks they are none. So `memberships` is a view.
create table membership_rows (
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member', 'guest')),
  joined_at timestamptz not null default now(),
  last_seen_at timestamptz,
  -- Members are listed by name: this repeats the person's, so that one index finds any page of any organisation.
  name_key text not null default '',
  removed_at timestamptz,
  primary key (organization_id, user_id)
);
create index memberships_user on membership_rows (user_id, joined_at, organization_id);
create index memberships_by_name on membership_rows (organization_id, name_key, user_id);
create trigger memberships_name_key before insert on membership_rows
  for each row execute function set_membership_name_key();
create trigger membership_role_changed after update on membership_rows
  for each row when ((old.role = 'guest') <> (new.role = 'guest')) execute function membership_role_changed();
create view memberships as
  select organization_id, user_id, role, joined_at, last_seen_at, name_key from membership_rows where removed_at is null;

-- What is left to do for a member who is being removed, and how much is done.
create table departures (
  organization_id uuid not null,
  user_id uuid not null,
  -- Accounts another member was given, whose documents follow: those up to this one of the first account have.
  account_ids uuid[] not null default '{}',
  given_to text not null default '',
  total int not null default 0,
  processed int not null default 0,
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references membership_rows on delete cascade
);

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

-- Whoever may see a document is a principal: a person, a group, or everyone in the workspace (docs/adr/0011-groups.md).
create table groups (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  -- All members but guests. There is one in each organisation, with its id, and nobody is written into group_members for it.
  is_everyone boolean not null generated always as (id = organization_id) stored,
  -- As document_views.version, for what the group sees.
  view_version bigint not null default (extract(epoch from clock_timestamp()) * 1000000)::bigint,
  created_at timestamptz not null default now(),
  -- Deleted groups let nobody see anything. For a day they can be restored.
  deleted_at timestamptz,
  unique (organization_id, id)
);
create unique index groups_by_name on groups (organization_id, lower(name)) where deleted_at is null;
create index groups_deleted on groups (organization_id, deleted_at) where deleted_at is not null;
create trigger group_deleted_or_restored after update on groups
  for each row when (old.deleted_at is distinct from new.deleted_at) execute function group_deleted_or_restored();

create table group_members (
  organization_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  added_at timestamptz not null default now(),
  primary key (group_id, user_id),
  foreign key (organization_id, group_id) references groups (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references membership_rows on delete cascade
);
create index group_members_of_member on group_members (organization_id, user_id, group_id);
create trigger group_members_inserted after insert on group_members referencing new table as changed
  for each statement execute function group_members_changed();
create trigger group_members_deleted after delete on group_members referencing old table as changed
  for each statement execute function group_members_changed();

-- How far each member is in the guide, so that it resumes on another device. A step without a row is still to be done.
create table onboarding_steps (
  organization_id uuid not null,
  user_id uuid not null,
  step smallint not null check (step between 1 and 7),
  state text not null check (state in ('completed', 'skipped')),
  -- What was chosen in step 3, 'Select plan': the steps after it pay for it.
  plan text,
  billing_interval text,
  primary key (organization_id, user_id, step),
  foreign key (organization_id, user_id) references membership_rows on delete cascade,
  check (plan is null = (billing_interval is null))
);
