import type { FileReads, FileWrites, HashAlgorithm, NameRules, Session } from '@sheaf/connectors';

export interface TransferAccount {
  id: string;
  organizationId: string;
  ownerId: string;
  source: string;
  name: string;
}

/** One end of a transfer: an account at a cloud, or My files. */
export interface Side {
  account: TransferAccount;
  /** As people know it: 'Dropbox'. */
  label: string;
  names: NameRules;
  /** False where two siblings may share a name. */
  uniqueNames: boolean;
  /** What it reports of a file, best first. */
  hashes: readonly HashAlgorithm[];
  /** A file of a size is sent in parts of this one. */
  chunkBytes(size: number): number;
  maxSize: number;
  files: Pick<FileReads, 'browse' | 'stat' | 'download' | 'export'>;
  writes: FileWrites;
  quota?: Session['quota'];
  close(): Promise<void>;
}
