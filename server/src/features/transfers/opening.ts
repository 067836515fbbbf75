import type { UploadHandle } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Services } from '../../services.ts';
import { FolderNames } from './folder-names.ts';
import { Ledger } from './ledger.ts';
import type { Run, StoredUpload } from './run-context.ts';
import { openSide, type TransferAccount } from './side.ts';
import type { TransferRow } from './transfers.queries.ts';

/** `stop` is called when the person paused or cancelled it. No network yet. */
export function openRun(services: Services, transfer: TransferRow, signal: AbortSignal, stop: () => void): Run {
  const [from, to] = [sideOf(services, transfer, 'from', signal), sideOf(services, transfer, 'to', signal)];
  const ledger = new Ledger(services, transfer, { from, to }, stop);
  return { services, transfer, from, to, ledger, names: new FolderNames(to), uploads: new Map(), signal };
}

function sideOf(services: Services, transfer: TransferRow, which: 'from' | 'to', signal: AbortSignal) {
  const account: TransferAccount = {
    id: transfer[`${which}_account_id`],
    organizationId: transfer.organization_id,
    ownerId: transfer.user_id,
    source: transfer[`${which}_source`],
    name: transfer[`${which}_name`],
  };
  return openSide(services, account, signal);
}

/** What a run before this one had begun. */
export async function storedUploads({ db, keys }: Services, transferId: string): Promise<Map<number, StoredUpload>> {
  const { rows } = await sql<
    StoredUpload & { number: number; secrets: Buffer }
  >`select number, secrets, name, size, revision,
      hashes, replaces from transfer_uploads where transfer_id = ${transferId}`.execute(db);
  return new Map(
    rows.map(({ number, secrets, ...upload }) => [number, { ...upload, handle: keys.unseal(secrets) as UploadHandle }]),
  );
}
