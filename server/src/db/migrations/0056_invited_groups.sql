-- The groups that somebody joins together with the workspace. One that is deleted meanwhile is passed over.
alter table invitations add column group_ids uuid[] not null default '{}';
