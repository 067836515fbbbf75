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
  /** The name shown to people: 'Dropbox'. */
  label: string;
  names: NameRules;
  /** False if two siblings may have the same name. */
  uniqueNames: boolean;
  /** The hashes it reports of a file, best first. */
  hashes: readonly HashAlgorithm[];
  /** The part size for files of this size. */
  chunkBytes(size: number): number;
  maxSize: number;
  files: Pick<FileReads, 'browse' | 'stat' | 'download' | 'export'>;
  writes: FileWrites;
  quota?: Session['quota'];
  close(): Promise<void>;
}
