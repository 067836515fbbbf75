-- Whole lists can be copied, and moved to other accounts: by transfers, which the action follows. Null: they are not chosen yet;
-- once all have ended and their figures are the action's own, empty.
alter table bulk_batches add column transfer_ids uuid[],
  -- Why it ended early: a sentence.
  add column problem text;
alter table bulk_batches drop constraint bulk_batches_action_check,
  add check (action in ('tag', 'star', 'unstar', 'delete', 'share', 'move', 'copy', 'keep_one')) not valid;
alter table bulk_changes drop constraint bulk_changes_kind_check,
  add check (kind in ('label added', 'label removed', 'collection added', 'collection removed', 'starred', 'unstarred',
    'deleted', 'moved', 'copied')) not valid;

-- Of what a transfer has brought: a file that replaced none, or a folder that was not there before. Null: not known.
alter table transfer_items add column is_new boolean;
