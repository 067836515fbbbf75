import type { ServerEvent, Transfer, TransferItem } from '@sheaf/contract';
import type { Services } from '../../services.ts';
import { sourceName } from '../sources/index.ts';
import { findAnyTransfer, type ItemRow, type TransferRow } from './transfers.queries.ts';

const place = (id: string, name: string, displayName: string | null, source: string) => ({
  account: { id, name, display_name: displayName },
  source: { slug: source, name: sourceName(source) },
});

/** For the progress, an item counts as this many bytes. */
const itemBytes = 64 * 1024;

export function presentTransfer(row: TransferRow): Transfer {
  const isRunning = row.status === 'running';
  const bytes = row.bytes + row.bytes_under_way;
  const rate = isRunning && row.rate !== null && row.rate >= 1 ? row.rate : null;
  return {
    id: row.id,
    batch_id: row.id,
    from: place(
      row.from_account_id,
      row.from_name,
      row.from_owner === row.user_id ? row.from_display_name : null,
      row.from_source,
    ),
    to: {
      ...place(
        row.to_account_id,
        row.to_name,
        row.to_owner === row.user_id ? row.to_display_name : null,
        row.to_source,
      ),
      folder:
        row.to_folder_id === null
          ? null
          : { id: row.to_folder_id, name: row.to_folder_name ?? '', document_id: row.to_folder_document },
    },
    mode: row.mode,
    on_conflict: row.on_conflict,
    selection_type: row.selection_type === 'all' && !row.everything ? 'synced' : row.selection_type,
    chosen: { count: row.chosen, name: row.first_name },
    status: row.status,
    phase: row.phase,
    listed: row.listed,
    total: row.total,
    processed: row.processed,
    failed: row.failed,
    skipped: row.skipped,
    identical: row.identical,
    not_transferable: row.not_transferable,
    total_bytes: row.total_bytes,
    bytes,
    percent: percentOf(row, bytes),
    speed: rate === null ? null : Math.round(rate),
    remaining_seconds: rate === null ? null : Math.ceil(Math.max(0, row.total_bytes - bytes) / rate),
    problem: row.problem,
    resumes_at: (row.status === 'running' && row.resumes_at?.toISOString()) || null,
    repeat: row.repeat,
    next_run_at: row.next_run_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

/** Null until the total is known. */
function percentOf({ status, phase, total_bytes, processed, ...row }: TransferRow, bytes: number): number | null {
  if (status === 'completed' || status === 'completed_with_errors') return 100;
  const total = row.total - row.not_transferable;
  if (phase === 'planning' || total <= 0) return null;
  // An export can be larger than expected.
  const share = (Math.min(bytes, total_bytes) + processed * itemBytes) / (total_bytes + total * itemBytes);
  return Math.min(99, Math.floor(share * 100));
}

export const presentItem = (row: ItemRow): TransferItem => ({
  id: String(row.number),
  document_id: row.document_id,
  kind: row.kind,
  path: row.path,
  new_path: row.new_path,
  size: row.size,
  outcome: row.outcome,
  in_progress: row.outcome === 'waiting' && row.in_progress,
  reason: row.reason,
  hash: row.destination_hash && `${row.hash_algorithm}:${row.destination_hash}`,
  attempts: row.attempts,
  at: row.finished_at?.toISOString() ?? null,
});

/** Sent to open event streams when a transfer changed. */
export async function describeTransfer({ db }: Services, id: string): Promise<ServerEvent | null> {
  const transfer = await findAnyTransfer(db, id);
  return transfer ? { type: 'transfer', transfer: presentTransfer(transfer) } : null;
}
