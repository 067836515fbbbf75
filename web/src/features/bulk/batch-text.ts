import type { BulkAction, BulkBatch } from '@sheaf/contract';
import { count } from '../../lib/format/format.ts';

const doing: Record<BulkAction, string> = {
  tag: 'Updating',
  star: 'Starring',
  unstar: 'Removing the star from',
  delete: 'Moving to trash:',
  share: 'Sharing',
  move: 'Moving',
  copy: 'Copying',
  keep_one: 'Moving to trash:',
};

const done: Record<BulkAction, string> = {
  tag: 'updated',
  star: 'starred',
  unstar: 'no longer starred',
  delete: 'moved to trash',
  share: 'shared',
  move: 'moved',
  copy: 'copied',
  keep_one: 'moved to trash',
};

/** The nouns for what an action counts, if not documents. */
const nounOf: Partial<Record<BulkAction, readonly [string, string]>> = { keep_one: ['copy', 'copies'] };

export const isOpen = ({ status }: BulkBatch): boolean => status === 'running' || status === 'undoing';

export const percentOf = ({ total, processed }: BulkBatch): number =>
  total === 0 ? 0 : Math.min(100, Math.floor((processed / total) * 100));

/** The title of a batch: what it does or has done. */
export function batchTitle(batch: BulkBatch): string {
  const { action, status, total, changed, left_out } = batch;
  const [one, several] = nounOf[action] ?? ['document', 'documents'];
  const things = (number: number) => count(number, one, several);
  const ended = left_out > 0 ? `${changed.toLocaleString('en')} of ${things(changed + left_out)}` : things(changed);
  switch (status) {
    case 'running':
      return `${doing[action]} ${things(total)} · ${percentOf(batch)}%`;
    case 'undoing':
      return `Undoing · ${percentOf(batch)}%`;
    case 'undone':
      return 'Undone';
    case 'failed':
      return `Couldn’t finish: ${ended} ${done[action]}`;
    case 'cancelled':
      return `Canceled: ${ended} ${done[action]}`;
    case 'completed':
      return `${ended} ${done[action]}`;
  }
}

const shownReasons = 3;

/**
 * The facts of a batch: its documents and what it waits for; or why it ended, and what it left out and why, one line
 * per reason.
 */
export function batchFacts({ problem, ...batch }: BulkBatch): string[] {
  return [...(problem ? [problem] : []), ...leftOutOf(batch)];
}

function leftOutOf({ names, left_out, left_out_reasons: reasons }: Omit<BulkBatch, 'problem'>): string[] {
  if (left_out === 0) return names.length > 0 ? [names.join(', ')] : [];
  const shown = reasons.slice(0, reasons.length > shownReasons ? shownReasons - 1 : shownReasons);
  const lines = shown.map((one) => `${one.count.toLocaleString('en')} left out: ${one.reason}`);
  const others = left_out - shown.reduce((sum, one) => sum + one.count, 0);
  if (others === 0) return lines;
  return [...lines, `${others.toLocaleString('en')} left out${shown.length > 0 ? ' for other reasons' : ''}`];
}
