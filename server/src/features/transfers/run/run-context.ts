import type { Receipts, RemoteId, UploadHandle } from '@sheaf/connectors';
import type { Lease } from '../../../jobs/lease.ts';
import type { Services } from '../../../services.ts';
import type { FolderNames } from '../file/folder-names.ts';
import type { Ledger, StoredUpload } from '../ledger/ledger.ts';
import type { Side } from '../sides/side.ts';
import type { TransferRow, WorkItem } from '../transfers.queries.ts';

/** What is known of a file that is sent. */
export type SentItem = Pick<
  WorkItem,
  'number' | 'kind' | 'name' | 'size' | 'remote_id' | 'mime_type' | 'export_type' | 'hashes' | 'remote_modified_at'
>;

/** What sending files works with. */
export interface Sending {
  services: Services;
  transfer: Pick<TransferRow, 'organization_id'>;
  from: Pick<Side, 'account'> & { files: Pick<Side['files'], 'stat' | 'download' | 'export'> };
  to: Side;
  ledger: Pick<Ledger, 'begun' | 'underWay'>;
  names: FolderNames;
  /** By the number of the item. */
  uploads: Map<number, StoredUpload>;
  /** Of the upload of an item. */
  receipts(number: number): Receipts;
  signal: AbortSignal;
  /**
   * Removes an upload from the destination that is on no record, also when another worker has taken over: it must be
   * certain that the other one does not use it. The file it has become stays where it is the one to keep.
   */
  discard(handle: UploadHandle, keep?: RemoteId): Promise<void>;
}

/** What a run of a transfer works with. */
export interface Run extends Sending {
  transfer: TransferRow;
  /** All that the run writes goes through it. */
  lease: Lease;
  from: Side;
  ledger: Ledger;
}
