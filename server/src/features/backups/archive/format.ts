/**
 * A backup is one file: two lines, three sections, a trailer.
 *
 *   SHEAF BACKUP 1
 *   {header as JSON}
 *   tables    every table at one moment
 *   contents  the bytes of files and pictures, in the order of their keys
 *   index     all contents the tables refer to: size, SHA-256, key, and where the bytes are
 *   {trailer as JSON: where each section is}, SHA-256 of header and trailer, length of the trailer, SHEAF END 1
 *
 * Sections are written at the same time, so they lie in blocks that alternate. Before each block stands the number of its
 * section, and its length. Without its end a file is not complete. Why it is so: docs/adr/0017-backup.md.
 */
export const firstLine = 'SHEAF BACKUP 1\n';
export const lastBytes = Buffer.from('SHEAF END 1\n');
export const sectionNames = ['tables', 'contents', 'index'] as const;
export type SectionName = (typeof sectionNames)[number];
export const blockPrefixBytes = 5;

export function blockPrefix(name: SectionName, length: number): Buffer {
  const prefix = Buffer.alloc(blockPrefixBytes);
  prefix.writeUInt8(sectionNames.indexOf(name));
  prefix.writeUInt32LE(length, 1);
  return prefix;
}

/** Nothing where no section has the number. */
export const readBlockPrefix = (prefix: Buffer): { name: SectionName | undefined; length: number } => ({
  name: sectionNames[prefix.readUInt8()],
  length: prefix.readUInt32LE(1),
});

/** A backup can’t be made, read or restored. The message is one or two sentences for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}

export interface Header {
  id: string;
  createdAt: string;
  /** Names of the migrations its tables have. */
  migrations: string[];
  /** Ids of the keys that its secrets are sealed with, the current one first. Never a key. */
  keyIds: string[];
  /** The key that opens its sections, itself under the passphrase; null: not encrypted. */
  lockedKey: string | null;
  /** A complete backup that has the contents this one lacks. */
  base: { id: string; file: string } | null;
}

export interface SectionPlace {
  /** Of its first block. */
  offset: number;
  blocks: number;
  /** Of all its blocks together, without what stands before them. */
  length: number;
  /** Over all its notes, which name the SHA-256 of everything between them. */
  sha256: string;
}

export interface Totals {
  tables: number;
  rows: number;
  /** Contents in this file, and their bytes. */
  contents: number;
  bytes: number;
  inBase: number;
  missing: number;
}

export interface Trailer {
  id: string;
  sections: Record<SectionName, SectionPlace>;
  totals: Totals;
}

export const maxTrailerBytes = 1024 ** 2;
export const maxHeaderBytes = 1024 ** 2;
