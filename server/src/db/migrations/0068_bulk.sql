-- One action on every document of a list, gone through in slices.
create table bulk_batches (
  id uuid primary key,
  organization_id uuid not null,
  user_id uuid not null,
  -- Which documents: the filters of the list. What and with what: see contract/src/bulk.ts.
  query jsonb not null,
  action text not null check (action in ('tag', 'star', 'unstar', 'delete', 'share')),
  change jsonb not null,
  names text[] not null,
  status text not null default 'running'
    check (status in ('running', 'completed', 'cancelled', 'failed', 'undoing', 'undone')),
  total int not null,
  processed int not null default 0,
  changed int not null default 0,
  left_out int not null default 0,
  -- The last document that was dealt with, the oldest change first: one that is changed meanwhile is still to come.
  position_at timestamptz not null default '-infinity',
  position uuid not null default '00000000-0000-0000-0000-000000000000',
  -- Documents with greater ids came later, and are left alone.
  up_to uuid not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  foreign key (organization_id, user_id) references membership_rows on delete cascade
);
create index bulk_batches_of_member on bulk_batches (organization_id, user_id, id desc);
create index bulk_batches_open on bulk_batches (id) where status in ('running', 'undoing');
create index bulk_batches_finished on bulk_batches (finished_at) where finished_at is not null;

-- What a batch has changed, as far as that can be undone: documents, with the label or collection that was added or removed.
create table bulk_changes (
  number bigint primary key generated always as identity,
  batch_id uuid not null references bulk_batches on delete cascade,
  document_id uuid not null,
  kind text not null check (kind in ('label added', 'label removed', 'collection added', 'collection removed', 'starred',
    'unstarred', 'deleted')),
  tag_id uuid
);
-- The last change is undone first.
create index bulk_changes_of_batch on bulk_changes (batch_id, number desc);
