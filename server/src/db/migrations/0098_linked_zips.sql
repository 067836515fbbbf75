-- Zips that visitors of a public link get: user_id is the maker of the link. They end with their hour, so no rows of theirs go in a
-- request that revokes the link. What is in them, as a hash: visitors of a folder that stays as it is get the same one.
alter table zips add column link_id uuid, add column entries_hash bytea;
create index zips_of_link on zips (link_id) where link_id is not null;
