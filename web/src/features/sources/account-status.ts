import type { AccountStatus, Batch, SourceAccount } from '@sheaf/contract';
import { count } from '../../lib/format.ts';

export const statusTexts = {
  connected: 'Connected',
  syncing: 'Syncing',
  error: 'Sync failed',
  needs_reauth: 'Reconnect needed',
  attention: 'Needs your decision',
  disconnected: 'Disconnected',
} as const satisfies Record<AccountStatus, string>;

/** Nobody has said yet what to sync: the dialog after connecting was left. */
export function isNotSetUp({
  status,
  batch,
  last_synced_at,
}: Pick<SourceAccount, 'status' | 'batch' | 'last_synced_at'>): boolean {
  return status === 'connected' && batch === null && last_synced_at === null;
}

/** What a run is doing, in a few words. */
export function phaseText(batch: Batch | null): string {
  if (!batch || batch.status === 'pending') return 'Waiting to start';
  if (batch.status === 'paused') return 'Waiting for the source';
  if (batch.phase === 'listing')
    return batch.processed > 0 ? `Listing files, ${found(batch.processed)}` : 'Listing files';
  if (batch.phase === 'done') return 'Finishing';
  const [done, total] = [batch.processed, batch.total].map((number) => number.toLocaleString('en'));
  return `Copying contents, ${done} of ${total}`;
}

const found = (files: number) => `${files.toLocaleString('en')} found`;

/** How far the accounts that are syncing are together; null while none of them knows. */
export function overallPercent(accounts: readonly Pick<SourceAccount, 'batch'>[]): number | null {
  const known = accounts.flatMap(({ batch }) => (batch && batch.percent !== null ? [batch] : []));
  if (known.length === 0) return null;
  const total = known.reduce((sum, batch) => sum + batch.total, 0);
  const done = known.reduce((sum, batch) => sum + Math.min(batch.processed, batch.total), 0);
  return total > 0 ? Math.floor((done / total) * 100) : Math.min(...known.map(({ percent }) => percent ?? 0));
}

/** How much of the account the deletion brake holds back, in percent. */
export function lostPercent({ files, held_deletions }: Pick<SourceAccount, 'files' | 'held_deletions'>): number {
  return Math.min(100, Math.max(1, Math.floor((held_deletions / Math.max(files, 1)) * 100)));
}

/** What the account is set to sync. */
export function scopeText({ settings }: Pick<SourceAccount, 'settings'>): string {
  if (settings.file_mode === 'all') return 'All files';
  if (settings.file_mode === 'none') return 'Nothing';
  return count(settings.file_selected_folders.length, 'folder');
}
