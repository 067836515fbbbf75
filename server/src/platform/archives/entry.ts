/** An entry of an archive, according to its directory. */
export interface ArchiveEntry {
  /** The path without names that lead elsewhere; folders too have no slash at the end. */
  path: string;
  kind: 'file' | 'folder';
  size: number;
  modifiedAt: Date | null;
  /** Why it can't be extracted; null if it can. */
  problem: string | null;
  /** The position of its bytes in the archive, or in the unpacked stream. */
  start: number;
  packedSize: number;
  isPacked: boolean;
}

/** The archive can't be read. The message is a sentence for the person who opens it. */
export class ArchiveProblem extends Error {
  override name = 'ArchiveProblem';
}

export const damaged = () => new ArchiveProblem('This archive is damaged, or not what its name says.');

/** Further entries are not listed. */
const maxEntries = 20_000;
const maxPath = 2_000;

/** The maximum size of an extracted file; an archive with more, packed, counts as an attack. */
const maxUnpacked = 4 * 1024 ** 3;
const suspiciousSize = 64 * 1024 ** 2;
const suspiciousRatio = 300;

/** The entries, as far as they are listed. */
export class EntryList {
  readonly entries: ArchiveEntry[] = [];

  add(entry: ArchiveEntry): void {
    const path = safePath(entry.path);
    if (path === '') return;
    if (this.entries.length >= maxEntries)
      throw new ArchiveProblem(
        `This archive contains more than ${maxEntries.toLocaleString('en')} files. Download it to open it on your device.`,
      );
    this.entries.push({ ...entry, path, problem: entry.problem ?? bombProblem(entry) });
  }
}

/** Paths are only shown and compared, never used as file names; even so, none leads out of the archive. */
const safePath = (path: string): string =>
  path
    .slice(0, maxPath)
    .replaceAll('\\', '/')
    .toWellFormed()
    .split('/')
    .map((name) => name.replace(/\p{Cc}/gu, '_'))
    .filter((name) => name !== '' && name !== '.' && name !== '..')
    .join('/');

function bombProblem({ size, packedSize, isPacked }: ArchiveEntry): string | null {
  const isSuspicious = isPacked && size > suspiciousSize && size > packedSize * suspiciousRatio;
  return isSuspicious || (isPacked && size > maxUnpacked)
    ? 'This file is too large once unpacked. Download the archive instead.'
    : null;
}
