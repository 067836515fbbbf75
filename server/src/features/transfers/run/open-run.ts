import type { FileWrites, RemoteId, UploadHandle } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Lease } from '../../../jobs/lease.ts';
import { UnreadableSecret } from '../../../platform/secrets/keys.ts';
import type { Services } from '../../../services.ts';
import { unconfirmed } from '../../sources/index.ts';
import { FolderNames } from '../file/folder-names.ts';
import { Ledger, type StoredUpload } from '../ledger/ledger.ts';
import { receiptsOf } from '../ledger/receipts.ts';
import { openSide } from '../sides/open-side.ts';
import type { TransferAccount } from '../sides/side.ts';
import type { TransferRow } from '../transfers.queries.ts';
import type { Run } from './run-context.ts';

/** `stop` is called when the person paused or canceled it. Makes no calls yet. */
export function openRun(
  services: Services,
  transfer: TransferRow,
  lease: Lease,
  signal: AbortSignal,
  stop: () => void,
): Run {
  const sideOf = (which: 'from' | 'to') =>
    openSide(services, accountOf(transfer, which), signal, () => lease.confirm());
  const [source, destination] = [sideOf('from'), sideOf('to')];
  const from = { ...source, writes: confirming(source.writes, lease) };
  const to = { ...destination, writes: confirming(destination.writes, lease) };
  const ledger = new Ledger(services, transfer, lease, { from, to }, stop);
  const discard = (handle: UploadHandle, keep?: RemoteId) =>
    unconfirmed(() => destination.writes.abort(handle, keep)).catch(() => {});
  return {
    services,
    transfer,
    lease,
    from,
    to,
    ledger,
    names: new FolderNames(to),
    uploads: new Map(),
    receipts: receiptsOf(services.db, lease, transfer.id),
    signal,
    discard,
  };
}

/** Before each change at either end, checks that this run still has the lease: clouds have no transactions. */
function confirming(writes: FileWrites, lease: Lease): FileWrites {
  const guarded: Record<string, unknown> = {};
  for (const [name, write] of Object.entries(writes))
    guarded[name] = async (...given: unknown[]) => {
      await lease.confirm();
      return write(...given);
    };
  return guarded as unknown as FileWrites;
}

export const accountOf = (transfer: TransferRow, which: 'from' | 'to'): TransferAccount => ({
  id: transfer[`${which}_account_id`],
  organizationId: transfer.organization_id,
  ownerId: transfer[`${which}_owner`],
  source: transfer[`${which}_source`],
  name: transfer[`${which}_name`],
});

/** Uploads started by an earlier run. Those that can't be read any longer start again. */
export async function storedUploads(
  { db, keys, log }: Services,
  transferId: string,
): Promise<Map<number, StoredUpload>> {
  const { rows } = await sql<
    Omit<StoredUpload, 'handle'> & { number: number; secrets: Buffer }
  >`select number, secrets, name, size, revision,
      hashes, replaces from transfer_uploads where transfer_id = ${transferId}`.execute(db);
  return new Map(
    rows.flatMap(({ number, secrets, ...upload }): [number, StoredUpload][] => {
      try {
        return [[number, { ...upload, handle: keys.unseal(secrets) as UploadHandle }]];
      } catch (error) {
        if (!(error instanceof UnreadableSecret)) throw error;
        log.warn({ err: error, transferId, number }, 'an upload can’t be decrypted and begins anew');
        return [];
      }
    }),
  );
}
