import type { FileReads, FileWrites, Hashes, Receipts, RemoteId, RemoteItem, UploadHandle } from '@sheaf/connectors';
import type { Services } from '../../services.ts';

/** An upload at the source, as it is on record. */
export interface RecordedUpload {
  handle: UploadHandle;
  name: string;
  size: number;
  revision: string;
  hashes: Hashes;
  replaces: string | null;
  /** Whether the receipts of an earlier one are deleted. */
  isNew?: boolean;
}

/** A file whose bytes are stored here, and that a connected account is to get. */
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
    /** The file whose place it takes. */
    replaces: RemoteId | null;
  };
  /** What an earlier try had begun. */
  upload: RecordedUpload | undefined;
  /** Before the first byte is sent. */
  record(upload: RecordedUpload): Promise<void>;
  receipts: Receipts;
}

/** Sends it, verified and once, however often it is asked; answers what the source has then. */
export type Deliver = (services: Services, delivery: Delivery) => Promise<RemoteItem>;
