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
 * Sections are written at the same time, so their blocks alternate. Each block is preceded by the number of its section
 * and its length. A file without its end is incomplete. For the reasons, see docs/adr/0017-backup.md.
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

/** The name is undefined if no section has this number. */
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
  /** The migrations that its tables include. */
  migrations: string[];
  /** Ids of the keys that its secrets are encrypted with, the current one first. Never a key itself. */
  keyIds: string[];
  /** The key of its sections, encrypted with the passphrase; null if the backup isn’t encrypted. */
  lockedKey: string | null;
  /** A complete backup with the contents this one lacks. */
  base: { id: string; file: string } | null;
}

export interface SectionPlace {
  /** The offset of its first block. */
  offset: number;
  blocks: number;
  /** The length of all its blocks together, without their prefixes. */
  length: number;
  /** The hash of all its notes, which contain the hashes of everything between them. */
  sha256: string;
}

export interface Totals {
  tables: number;
  rows: number;
  /** The number of contents in this file, and their bytes. */
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
