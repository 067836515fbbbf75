import type { Transfer, TransferItem, TransferOutcome } from '@sheaf/contract';
import { accountTitle } from '../../lib/format/account-title.ts';
import { count, formatBytes, formatMoment } from '../../lib/format/format.ts';

export const statusTexts = {
  pending: 'Waiting to start',
  running: 'In progress',
  paused: 'Paused',
  completed: 'Completed',
  completed_with_errors: 'Completed with errors',
  failed: 'Failed',
  cancelled: 'Canceled',
} as const satisfies Record<Transfer['status'], string>;

/** The problem, with the time when the transfer resumes, if the app named one. */
export function problemText({ problem, resumes_at }: Pick<Transfer, 'problem' | 'resumes_at'>, now?: number): string {
  return resumes_at ? `${problem} The transfer resumes at ${formatMoment(resumes_at, now)}.` : (problem ?? '');
}

export const outcomeTexts = {
  transferred: 'Transferred',
  identical: 'Already there',
  skipped: 'Skipped',
  not_transferable: 'Can’t be transferred',
  failed: 'Failed',
  waiting: 'Waiting',
  cancelled: 'Canceled',
} as const satisfies Record<TransferOutcome, string>;

export const conflictTexts = {
  rename: 'Rename the new one',
  skip: 'Skip the new one',
  replace: 'Replace the existing one',
} as const satisfies Record<Transfer['on_conflict'], string>;

export const repeatTexts = { off: 'Off', hourly: 'Every hour', daily: 'Every day' } as const;

/** The number of items that can’t be transferred; null if there are none. */
export const leftText = ({ not_transferable }: Pick<Transfer, 'not_transferable'>): string | null =>
  not_transferable > 0 ? `${count(not_transferable, 'item')} can’t be transferred` : null;

/** Names the chosen documents: '“Plans” and 2 more', 'All files', 'All synced files'. */
export function chosenText({ selection_type, chosen }: Pick<Transfer, 'selection_type' | 'chosen'>): string {
  if (selection_type === 'all') return 'All files';
  if (selection_type === 'synced') return 'All synced files';
  const { count: number, name } = chosen;
  if (name === null) return count(number, 'chosen item');
  return number > 1 ? `“${name}” and ${number - 1} more` : `“${name}”`;
}

export const isOpen = ({ status }: Pick<Transfer, 'status'>): boolean =>
  status === 'pending' || status === 'running' || status === 'paused';

type Progress = Pick<
  Transfer,
  | 'mode'
  | 'status'
  | 'phase'
  | 'listed'
  | 'total'
  | 'processed'
  | 'failed'
  | 'skipped'
  | 'identical'
  | 'not_transferable'
  | 'bytes'
  | 'total_bytes'
  | 'speed'
  | 'remaining_seconds'
>;

/** For an account that is not fully synced: ‘Listing the account: 1,240 files’. */
export const listingText = (files: number): string => `Listing the account: ${count(files, 'file')}`;

/** The current activity, in a few words. */
export function activityText({ status, phase, total, listed }: Progress): string {
  if (status !== 'running') return statusTexts[status];
  if (listed !== null) return listingText(listed);
  if (phase === 'planning') return total > 0 ? `Listing files, ${count(total, 'item')} found` : 'Listing files';
  if (phase === 'folders') return 'Creating folders';
  return phase === 'files' ? 'Transferring files' : 'Finishing';
}

/** Items, bytes and speed. */
export function progressTexts(transfer: Progress): string[] {
  const { total, processed, not_transferable, bytes, total_bytes, speed, remaining_seconds } = transfer;
  if (!isOpen(transfer)) return endTexts(transfer);
  if (total === 0) return [];
  const possible = total - not_transferable;
  const [done, of] = [processed, possible].map((number) => number.toLocaleString('en'));
  const texts = [`${done} of ${of} ${possible === 1 ? 'item' : 'items'}`];
  if (total_bytes > 0) texts.push(`${formatBytes(bytes)} of ${formatBytes(total_bytes)}`);
  if (transfer.status !== 'running') return texts;
  if (speed) texts.push(`${formatBytes(speed)}/s`);
  if (remaining_seconds !== null) texts.push(`${formatDuration(remaining_seconds)} left`);
  return texts;
}

/** '1 copied, 2 already there, 1 failed', and the bytes. */
function endTexts({ mode, processed, failed, skipped, identical, not_transferable, bytes }: Progress): string[] {
  const left = skipped - not_transferable;
  const parts: [number, string][] = [
    [processed - identical - left - failed, mode === 'move' ? 'moved' : 'copied'],
    [identical, 'already there'],
    [left, 'skipped'],
    [failed, 'failed'],
  ];
  const ends = parts.filter(([number]) => number > 0).map(([number, what]) => `${number.toLocaleString('en')} ${what}`);
  const texts = [ends.join(', ') || 'Nothing transferred'];
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

/** The item's new path in the destination folder, if it differs from the old one. */
export function newPlace(
  { path, new_path }: Pick<TransferItem, 'path' | 'new_path'>,
  folder: { name: string } | null,
): string | null {
  const expected = folder?.name ? `${folder.name}/${path}` : path;
  return new_path === null || new_path === expected ? null : new_path;
}

/** 'Dropbox › Old projects' */
export function destinationText({
  to,
}: {
  to: Omit<Transfer['to'], 'folder'> & { folder: { name: string } | null };
}): string {
  const title = accountTitle(to.account, to.source);
  return to.folder ? `${title} › ${to.folder.name || 'a folder'}` : title;
}
