-- How many questions a member has asked within the current minute, in the chat and by assistants together.
create table ai_rates (
  organization_id uuid not null,
  user_id uuid not null,
  since timestamptz not null,
  questions int not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references memberships on delete cascade
);
