import type { Transfer, TransferItem, TransferOutcome } from '@sheaf/contract';
import { count, formatBytes } from '../../lib/format.ts';

export const statusTexts = {
  pending: 'Waiting to start',
  running: 'Under way',
  paused: 'Paused',
  completed: 'Completed',
  completed_with_errors: 'Completed with failures',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const satisfies Record<Transfer['status'], string>;

export const outcomeTexts = {
  transferred: 'Arrived',
  identical: 'Was there already',
  skipped: 'Skipped',
  not_transferable: 'Cannot be transferred',
  failed: 'Failed',
  waiting: 'Waiting',
  cancelled: 'Cancelled',
} as const satisfies Record<TransferOutcome, string>;

export const conflictTexts = {
  rename: 'Rename the new one',
  skip: 'Skip the new one',
  replace: 'Replace what is there',
} as const satisfies Record<Transfer['on_conflict'], string>;

export const repeatTexts = { off: 'Off', hourly: 'Every hour', daily: 'Every day' } as const;

export const isOpen = ({ status }: Pick<Transfer, 'status'>): boolean =>
  status === 'pending' || status === 'running' || status === 'paused';

type Progress = Pick<
  Transfer,
  | 'status'
  | 'phase'
  | 'total'
  | 'processed'
  | 'failed'
  | 'skipped'
  | 'bytes'
  | 'total_bytes'
  | 'speed'
  | 'remaining_seconds'
>;

/** What it is doing, in a few words. */
export function activityText({ status, phase, total }: Progress): string {
  if (status !== 'running') return statusTexts[status];
  if (phase === 'planning') return total > 0 ? `Gathering files, ${count(total, 'item')} found` : 'Gathering files';
  if (phase === 'folders') return 'Making folders';
  return phase === 'files' ? 'Transferring files' : 'Finishing';
}

/** Items and bytes, and how fast it goes. */
export function progressTexts(transfer: Progress): string[] {
  const { total, processed, bytes, total_bytes, speed, remaining_seconds } = transfer;
  if (!isOpen(transfer)) return endTexts(transfer);
  if (total === 0) return [];
  const [done, of] = [processed, total].map((number) => number.toLocaleString('en'));
  const texts = [`${done} of ${of} ${total === 1 ? 'item' : 'items'}`];
  if (total_bytes > 0) texts.push(`${formatBytes(bytes)} of ${formatBytes(total_bytes)}`);
  if (transfer.status !== 'running') return texts;
  if (speed) texts.push(`${formatBytes(speed)}/s`);
  if (remaining_seconds !== null) texts.push(`${formatDuration(remaining_seconds)} left`);
  return texts;
}

function endTexts({ processed, failed, skipped, bytes }: Progress): string[] {
  const texts = [`${count(Math.max(0, processed - failed - skipped), 'item')} done`];
  if (skipped > 0) texts.push(`${skipped.toLocaleString('en')} skipped`);
  if (failed > 0) texts.push(`${failed.toLocaleString('en')} failed`);
  if (bytes > 0) texts.push(formatBytes(bytes));
  return texts;
}

/** 'a few seconds', 'about 5 minutes', 'about 2 hours', 'about 3 days'. */
export function formatDuration(seconds: number): string {
  if (seconds < 10) return 'a few seconds';
  if (seconds < 60) return `about ${Math.ceil(seconds / 10) * 10} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 100) return `about ${count(minutes, 'minute')}`;
  const hours = Math.round(seconds / 3600);
  return hours < 48 ? `about ${count(hours, 'hour')}` : `about ${count(Math.round(seconds / 86_400), 'day')}`;
}

/** Where the item is now, unless that is where it was, seen from the folder all of them went to. */
export function newPlace(
  { path, new_path }: Pick<TransferItem, 'path' | 'new_path'>,
  folder: Transfer['to']['folder'],
): string | null {
  const expected = folder?.name ? `${folder.name}/${path}` : path;
  return new_path === null || new_path === expected ? null : new_path;
}

/** 'Dropbox › Old projects' */
export const destinationText = ({ to }: Pick<Transfer, 'to'>): string =>
  to.folder ? `${to.account.name} › ${to.folder.name || 'a folder'}` : to.account.name;
