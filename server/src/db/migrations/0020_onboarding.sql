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
  foreign key (organization_id, user_id) references memberships on delete cascade,
  check (plan is null = (billing_interval is null))
);
