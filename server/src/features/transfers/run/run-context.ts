import type { Receipts, RemoteId, UploadHandle } from '@sheaf/connectors';
import type { Lease } from '../../../jobs/lease.ts';
import type { Services } from '../../../services.ts';
import type { FolderNames } from '../file/folder-names.ts';
import type { Ledger, StoredUpload } from '../ledger/ledger.ts';
import type { Side } from '../sides/side.ts';
import type { TransferRow, WorkItem } from '../transfers.queries.ts';

/** The facts about a file that is sent. */
export type SentItem = Pick<
  WorkItem,
  'number' | 'kind' | 'name' | 'size' | 'remote_id' | 'mime_type' | 'export_type' | 'hashes' | 'remote_modified_at'
>;

/** The context of sending files. */
export interface Sending {
  services: Services;
  transfer: Pick<TransferRow, 'organization_id'>;
  from: Pick<Side, 'account'> & { files: Pick<Side['files'], 'stat' | 'download' | 'export'> };
  to: Side;
  ledger: Pick<Ledger, 'begun' | 'underWay'>;
  names: FolderNames;
  /** By the number of the item. */
  uploads: Map<number, StoredUpload>;
  /** The receipts for an item's upload. */
  receipts(number: number): Receipts;
  signal: AbortSignal;
  /**
   * Removes an unrecorded upload from the destination, even after another worker has taken over: it must be certain
   * that the other one doesn't use it. A file made of it stays if it is the one to keep.
   */
  discard(handle: UploadHandle, keep?: RemoteId): Promise<void>;
}

/** The context of a run of a transfer. */
export interface Run extends Sending {
  transfer: TransferRow;
  /** Everything the run writes goes through the lease. */
  lease: Lease;
  from: Side;
  ledger: Ledger;
}
