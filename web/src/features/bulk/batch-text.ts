import type { BulkAction, BulkBatch } from '@sheaf/contract';
import { count } from '../../lib/format/format.ts';

const doing: Record<BulkAction, string> = {
  tag: 'Updating',
  star: 'Starring',
  unstar: 'Removing the star from',
  delete: 'Moving to trash:',
  share: 'Sharing',
};

const done: Record<BulkAction, string> = {
  tag: 'updated',
  star: 'starred',
  unstar: 'no longer starred',
  delete: 'moved to trash',
  share: 'shared',
};

export const isOpen = ({ status }: BulkBatch): boolean => status === 'running' || status === 'undoing';

export const percentOf = ({ total, processed }: BulkBatch): number =>
  total === 0 ? 0 : Math.min(100, Math.floor((processed / total) * 100));

/** What it does, or what it has done. */
export function batchTitle(batch: BulkBatch): string {
  const { action, status, total, changed } = batch;
  switch (status) {
    case 'running':
      return `${doing[action]} ${count(total, 'document')} · ${percentOf(batch)}%`;
    case 'undoing':
      return `Undoing · ${percentOf(batch)}%`;
    case 'undone':
      return 'Undone';
    case 'failed':
      return `Couldn’t finish: ${count(changed, 'document')} ${done[action]}`;
    case 'cancelled':
      return `Canceled: ${count(changed, 'document')} ${done[action]}`;
    case 'completed':
      return `${count(changed, 'document')} ${done[action]}`;
  }
}

/** What it is about, and what it left out. */
export function batchFact({ action, names, left_out, status }: BulkBatch): string {
  if (left_out > 0 && status !== 'undone') {
    const reason = action === 'share' ? 'belongs to someone else' : 'isn’t in My files';
    const reasons = action === 'share' ? 'belong to others' : 'aren’t in My files';
    return `${left_out.toLocaleString('en')} left out: ${left_out === 1 ? `it ${reason}` : `they ${reasons}`}`;
  }
  return names.join(', ');
}
