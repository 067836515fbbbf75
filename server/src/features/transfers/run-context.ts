import type { Hashes, UploadHandle } from '@sheaf/connectors';
import type { Services } from '../../services.ts';
import type { FolderNames } from './folder-names.ts';
import type { Ledger } from './ledger.ts';
import type { Side } from './side.ts';
import type { TransferRow } from './transfers.queries.ts';

/** An upload that an earlier run had begun. */
export interface StoredUpload {
  handle: UploadHandle;
  name: string;
  size: number;
  revision: string;
  hashes: Hashes;
  replaces: string | null;
}

/** What a run of a transfer works with. */
export interface Run {
  services: Services;
  transfer: TransferRow;
  from: Side;
  to: Side;
  ledger: Ledger;
  names: FolderNames;
  /** By the number of the item. */
  uploads: Map<number, StoredUpload>;
  signal: AbortSignal;
}
