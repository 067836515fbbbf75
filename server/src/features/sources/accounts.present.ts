import type { AccountStatus, Batch, SourceAccount, SyncSettings } from '@sheaf/contract';
import type { Services } from '../../services.ts';
import type { AccountRow, BatchRow } from './accounts.queries.ts';
import { cannotWrite } from './cannot-write.ts';
import { availableProvider, moreAccess, sourceHolds, sourceName } from './provider.ts';

const time = (value: string | Date | null): string | null => (value === null ? null : new Date(value).toISOString());

export function presentBatch(row: BatchRow): Batch {
  const done = row.phase === 'done';
  return {
    id: row.id,
    kind: row.kind as Batch['kind'],
    account_id: row.account_id,
    status: row.status as Batch['status'],
    phase: row.phase as Batch['phase'],
    total: row.total,
    processed: row.processed,
    failed: row.failed,
    bytes: row.bytes,
    percent: done
      ? 100
      : row.total > 0 && row.phase !== 'planning'
        ? Math.min(99, Math.floor((row.processed / row.total) * 100))
        : null,
    started_at: time(row.started_at),
    finished_at: time(row.finished_at),
    errors: row.errors,
  };
}

export function presentAccount(services: Services, row: AccountRow): SourceAccount {
  const provider = availableProvider(services, row.source);
  return {
    id: row.id,
    slug: row.source,
    source: { id: row.source, slug: row.source, name: sourceName(row.source), holds: sourceHolds(row.source) },
    name: row.name,
    display_name: row.display_name,
    status: (row.removed_at ? 'removing' : row.status) as AccountStatus,
    sandbox: provider?.sandbox ?? false,
    problem: row.problem,
    resumes_at: row.status === 'syncing' && row.batch?.status === 'paused' ? time(row.resumes_at) : null,
    settings: row.settings as unknown as SyncSettings,
    files: row.files,
    bytes: row.bytes,
    failed: row.failed,
    held_deletions: row.held_deletions,
    not_included: row.not_included as unknown as SourceAccount['not_included'],
    access: (provider ? moreAccess(provider) : []).map(({ key, name, text, grantedBy }) => ({
      key,
      name,
      text,
      granted_by: grantedBy,
      is_allowed: row.access.includes(key),
    })),
    cannot: cannotWrite(services, row),
    quota:
      row.quota_used === null && row.quota_total === null ? null : { used: row.quota_used, total: row.quota_total },
    batch: row.batch && presentBatch(row.batch),
    last_synced_at: time(row.last_synced_at),
    next_sync_at: time(row.next_sync_at),
    created_at: row.created_at.toISOString(),
    handed_over_from: row.handed_over_from,
    removal: row.removed_at && {
      total: row.removal_total,
      processed: Math.max(0, row.removal_total - row.files),
    },
  };
}
