-- What an action left out, by the reason: a sentence for the person, and how many.
alter table bulk_batches add column left_out_reasons jsonb not null default '{}';

-- Whole lists can be moved to another folder: of what was moved, `tag_id` is the folder it was in, and `name` what it was called.
alter table bulk_batches drop constraint bulk_batches_action_check,
  add check (action in ('tag', 'star', 'unstar', 'delete', 'share', 'move', 'keep_one')) not valid;
alter table bulk_changes add column name text, drop constraint bulk_changes_kind_check,
  add check (kind in ('label added', 'label removed', 'collection added', 'collection removed', 'starred', 'unstarred',
    'deleted', 'moved')) not valid;
