import { setImmediate as turn } from 'node:timers/promises';
import { type Entry, fromRandomAccessReader, getFileNameLowLevel, RandomAccessReader, type ZipFile } from 'yauzl';
import { type ArchiveSource, BlockReader } from './block-reader.ts';
import { type ArchiveEntry, ArchiveProblem, damaged, EntryList } from './entry.ts';

/** Names, comments and extra fields of all entries together. */
const maxDirectoryBytes = 32 * 1024 ** 2;
/** After this many entries, other work gets a turn. */
const entriesAtOnce = 200;

const encryptedBit = 1;
const stored = 0;
const deflated = 8;

/** Reads the central directory of a zip by ranges. */
export async function listZip(source: ArchiveSource): Promise<ArchiveEntry[]> {
  const zip = await openZip(source);
  const list = new EntryList();
  let directoryBytes = 0;
  let count = 0;
  for (let entry = await nextEntry(zip); entry; entry = await nextEntry(zip)) {
    directoryBytes += 46 + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (directoryBytes > maxDirectoryBytes)
      throw new ArchiveProblem('The list of files in this archive is too long. Download it to open it on your device.');
    list.add(present(entry));
    count += 1;
    if (count % entriesAtOnce === 0) await turn();
  }
  return list.entries;
}

/** Where the bytes of an entry start: after its own header. */
export async function zipDataStart(source: ArchiveSource, entry: ArchiveEntry): Promise<number> {
  const header = await new BlockReader(source).read(entry.start, 30);
  if (header.readUInt32LE(0) !== 0x04034b50) throw damaged();
  return entry.start + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
}

/** The reader that yauzl uses. Its own one creates a stream for every few bytes. */
class ZipReader extends RandomAccessReader {
  readonly #blocks: BlockReader;

  constructor(blocks: BlockReader) {
    super();
    this.#blocks = blocks;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    this.#blocks.read(position, length).then(
      (bytes) => callback(null, bytes.copy(buffer, offset)),
      (error: Error) => callback(error instanceof ArchiveProblem ? error : new StoreFailed('', { cause: error })),
    );
  }
}

/** Names are decoded here, because yauzl would refuse the whole archive for one that leads elsewhere. */
const openZip = (source: ArchiveSource): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false };
    fromRandomAccessReader(new ZipReader(new BlockReader(source)), source.size, options, (error, zip) =>
      error ? reject(asProblem(error)) : resolve(zip),
    );
  });

/** Null after the last entry. */
const nextEntry = (zip: ZipFile): Promise<Entry | null> =>
  new Promise((resolve, reject) => {
    zip.removeAllListeners();
    zip.once('entry', resolve);
    zip.once('end', () => resolve(null));
    zip.once('error', (error: Error) => reject(asProblem(error)));
    zip.readEntry();
  });

/** Errors of yauzl are about the archive; those of the store are not. */
const asProblem = (error: Error): unknown =>
  error instanceof StoreFailed ? error.cause : error instanceof ArchiveProblem ? error : damaged();

class StoreFailed extends Error {}

function present(entry: Entry): ArchiveEntry {
  const raw = entry.fileName as unknown as Buffer;
  const path = getFileNameLowLevel(entry.generalPurposeBitFlag, raw, entry.extraFields, false);
  return {
    path,
    kind: path.endsWith('/') ? 'folder' : 'file',
    size: entry.uncompressedSize,
    modifiedAt: dateOf(entry),
    problem: problemOf(entry),
    start: entry.relativeOffsetOfLocalHeader,
    packedSize: entry.compressedSize,
    isPacked: entry.compressionMethod !== stored,
  };
}

/** Zips have local times of an unknown zone; taken as UTC, they are the same for everyone. */
function dateOf(entry: Entry): Date | null {
  const date = entry.getLastModDate({ timezone: 'UTC' });
  return Number.isNaN(date.getTime()) || entry.lastModFileDate === 0 ? null : date;
}

function problemOf({ generalPurposeBitFlag, compressionMethod }: Entry): string | null {
  if (generalPurposeBitFlag & encryptedBit)
    return 'This file is protected by a password. Download the archive to open it on your device.';
  if (compressionMethod !== stored && compressionMethod !== deflated)
    return 'This file is packed in a way that can’t be read here. Download the archive instead.';
  return null;
}
