-- Whatever is done in the background for all workspaces takes their turns in order: by these, the next workspace that has
-- something to do is found in one step, however much others have waiting.
create index content_texts_turns on content_texts (organization_id, next_try_at) where state = 'waiting';
create index scans_turns on scans (organization_id, next_try_at) where state = 'waiting';
create index passages_to_embed on passages (organization_id) where embedder is null;
create index batches_open_of_workspace on batches (organization_id) where status in ('pending', 'running', 'paused');
