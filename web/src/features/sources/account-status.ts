import type { AccountStatus, Batch, SourceAccount } from '@sheaf/contract';
import { count, formatAgo, formatMoment } from '../../lib/format/format.ts';

export const statusTexts = {
  connected: 'Connected',
  syncing: 'Syncing',
  error: 'Sync failed',
  needs_reauth: 'Reconnect needed',
  attention: 'Needs your decision',
  disconnected: 'Disconnected',
  removing: 'Removing',
} as const satisfies Record<AccountStatus, string>;

/** Whether nothing has been chosen to sync yet: the dialog after connecting was closed. */
export function isNotSetUp({
  status,
  batch,
  last_synced_at,
}: Pick<SourceAccount, 'status' | 'batch' | 'last_synced_at'>): boolean {
  return status === 'connected' && batch === null && last_synced_at === null;
}

/** For an account that someone gave to the person: it came with its files, but without access to the cloud. */
export function handedOverText({
  handed_over_from,
  source,
}: Pick<SourceAccount, 'handed_over_from' | 'source'>): string {
  return `Given to you by ${handed_over_from}, without access to their ${source.name}. Connect your own account to sync more.`;
}

/** The problem, with the time when sync resumes, if the app named one. */
export function problemText(
  {
    status,
    problem,
    resumes_at,
    next_sync_at,
  }: Pick<SourceAccount, 'status' | 'problem' | 'resumes_at' | 'next_sync_at'>,
  now?: number,
): string {
  if (resumes_at) return `${problem} Sync resumes at ${formatMoment(resumes_at, now)}.`;
  if (status === 'error' && next_sync_at) return `${problem} Sheaf tries again at ${formatMoment(next_sync_at, now)}.`;
  return problem ?? '';
}

/** The activity of a run, in a few words. */
export function phaseText(batch: Batch | null): string {
  if (!batch || batch.status === 'pending') return 'Waiting to start';
  if (batch.status === 'paused') return 'Waiting for the app';
  if (batch.phase === 'listing')
    return batch.processed > 0 ? `Listing files, ${found(batch.processed)}` : 'Listing files';
  if (batch.phase === 'done') return 'Finishing';
  const done = batch.processed.toLocaleString('en');
  return `Syncing ${done} of ${count(batch.total, 'file')}`;
}

const found = (files: number) => `${files.toLocaleString('en')} found`;

/** How current the copies of an account are: 'Synced 2 minutes ago', 'Syncing: listing files', or what is wrong. */
export function freshnessText(
  account: Pick<SourceAccount, 'status' | 'batch' | 'last_synced_at'>,
  now?: number,
): string {
  const { status, batch, last_synced_at: last } = account;
  if (isNotSetUp(account)) return 'Not synced yet';
  if (status === 'syncing') {
    const phase = phaseText(batch);
    return `Syncing: ${phase.charAt(0).toLowerCase()}${phase.slice(1)}`;
  }
  if (status !== 'connected') return statusTexts[status];
  return last ? `Synced ${formatAgo(last, now)}` : 'Not synced yet';
}

/** The progress of all syncing accounts together; null while it is unknown. */
export function overallPercent(accounts: readonly Pick<SourceAccount, 'batch'>[]): number | null {
  const known = accounts.flatMap(({ batch }) => (batch && batch.percent !== null ? [batch] : []));
  if (known.length === 0) return null;
  const total = known.reduce((sum, batch) => sum + batch.total, 0);
  const done = known.reduce((sum, batch) => sum + Math.min(batch.processed, batch.total), 0);
  return total > 0 ? Math.floor((done / total) * 100) : Math.min(...known.map(({ percent }) => percent ?? 0));
}

/** “1,204 shared drives not included. Sheaf reads …” */
export const notIncludedText = ({ what, count, why }: SourceAccount['not_included'][number]) =>
  `${count.toLocaleString('en')} ${what} not included. ${why}`;

/** How much of the account the deletion brake holds back, in percent. */
export function lostPercent({ files, held_deletions }: Pick<SourceAccount, 'files' | 'held_deletions'>): number {
  return Math.min(100, Math.max(1, Math.floor((held_deletions / Math.max(files, 1)) * 100)));
}

/** The scope of an account’s sync, in a few words. */
export function scopeText({ settings, source }: Pick<SourceAccount, 'settings' | 'source'>): string {
  if (source.holds === 'chats') {
    const chosen = settings.chat_selected;
    return !chosen
      ? 'All conversations'
      : chosen.length === 0
        ? 'Nothing'
        : `${chosen.length.toLocaleString('en')} chosen`;
  }
  if (settings.file_mode === 'all') return 'All files';
  if (settings.file_mode === 'none') return 'Nothing';
  return count(settings.file_selected_folders.length, 'folder');
}
