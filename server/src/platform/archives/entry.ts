/** What is in an archive, as its directory has it. */
export interface ArchiveEntry {
  /** Without the names that lead elsewhere; of folders too, without a slash at the end. */
  path: string;
  kind: 'file' | 'folder';
  size: number;
  modifiedAt: Date | null;
  /** Why it can't be taken out; null where it can. */
  problem: string | null;
  /** Where its bytes are: in the archive, or in what is unpacked of it. */
  start: number;
  packedSize: number;
  isPacked: boolean;
}

/** The archive can't be read. The message is a sentence for the person who wants to see it. */
export class ArchiveProblem extends Error {
  override name = 'ArchiveProblem';
}

export const damaged = () => new ArchiveProblem('This archive is damaged, or not what its name says.');

/** More is not listed. */
const maxEntries = 20_000;
const maxPath = 2_000;

/** What comes out of a file in an archive; more than this, packed, is taken for an attack. */
const maxUnpacked = 4 * 1024 ** 3;
const suspiciousSize = 64 * 1024 ** 2;
const suspiciousRatio = 300;

/** Entries, no more than can be listed. */
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

/** Paths are only shown and compared, never used as places of files; still none leads out of the archive. */
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
