import type { FileReads, FileWrites, Hashes, Receipts, RemoteId, RemoteItem, UploadHandle } from '@sheaf/connectors';
import type { Services } from '../../services.ts';

/** An upload at the source, as recorded. */
export interface RecordedUpload {
  handle: UploadHandle;
  name: string;
  size: number;
  revision: string;
  hashes: Hashes;
  replaces: string | null;
  /** Whether the receipts of an earlier upload are deleted. */
  isNew?: boolean;
}

/** A file whose bytes are stored here, to be sent to a connected account. */
export interface Delivery {
  account: { id: string; organizationId: string; ownerId: string; source: string };
  session: { files: FileReads; writes: FileWrites };
  signal: AbortSignal;
  file: {
    name: string;
    parentId: RemoteId | null;
    sha256: Buffer;
    size: number;
    mimeType: string | null;
    modifiedAt: Date | null;
    /** The file that it replaces. */
    replaces: RemoteId | null;
  };
  /** The upload started by an earlier attempt. */
  upload: RecordedUpload | undefined;
  /** Called before the first byte is sent. */
  record(upload: RecordedUpload): Promise<void>;
  receipts: Receipts;
}

/** Sends the file, verified and only once, however often it is called; returns the item at the source. */
export type Deliver = (services: Services, delivery: Delivery) => Promise<RemoteItem>;
