import { setImmediate as turn } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { type ArchiveSource, BlockReader, openRange } from './block-reader.ts';
import { type ArchiveEntry, ArchiveProblem, damaged, EntryList } from './entry.ts';
import { blockSize, dateOf, readAttributes, readHeader, text } from './tar-header.ts';

/** A packed tar has to be unpacked completely to be listed. */
const maxPackedBytes = 256 * 1024 ** 2;
const maxUnpackedBytes = 2 * 1024 ** 3;
/** A long name, or attributes of an entry. */
const maxDescription = 1024 ** 2;
const entriesAtOnce = 100;

const linkProblem = 'This is a link to another file.';

/** Reads through the bytes of a tar. */
interface Cursor {
  readonly at: number;
  /** Exactly this many bytes; fewer only at the end. */
  read(length: number): Promise<Buffer>;
  skip(length: number): Promise<void>;
  close(): void;
}

export async function listTar(source: ArchiveSource, isPacked: boolean): Promise<ArchiveEntry[]> {
  const cursor = isPacked ? await unpackedCursor(source) : plainCursor(source);
  try {
    return await entriesOf(cursor);
  } finally {
    cursor.close();
  }
}

/** The bytes of an entry of a packed tar: everything before it is unpacked again. */
export async function* unpackEntry(source: ArchiveSource, { start, size }: ArchiveEntry): AsyncGenerator<Buffer> {
  const cursor = await unpackedCursor(source);
  try {
    await cursor.skip(start);
    for (let left = size; left > 0; ) {
      const bytes = await cursor.read(Math.min(left, 65_536));
      if (bytes.length === 0) throw damaged();
      left -= bytes.length;
      yield bytes;
    }
  } finally {
    cursor.close();
  }
}

async function entriesOf(cursor: Cursor): Promise<ArchiveEntry[]> {
  const list = new EntryList();
  let described: { path?: string; size?: number; modifiedAt?: Date | null } = {};
  for (let count = 1; ; count++) {
    const block = await cursor.read(blockSize);
    if (block.length < blockSize && (block.length > 0 || count === 1)) throw damaged();
    const header = block.length === 0 ? null : readHeader(block);
    if (!header) return list.entries;
    const isDescription = header.kind === 'long name' || header.kind === 'attributes';
    const length = isDescription ? header.size : (described.size ?? header.size);
    if (isDescription) {
      if (length > maxDescription) throw damaged();
      const bytes = Buffer.from(await cursor.read(length));
      described = {
        ...described,
        ...(header.kind === 'long name' ? { path: text(bytes, 0, bytes.length) } : describedBy(readAttributes(bytes))),
      };
      await cursor.skip(padding(length));
      continue;
    }
    const kind = header.kind === 'folder' ? 'folder' : 'file';
    if (header.kind !== 'other')
      list.add({
        path: described.path ?? header.path,
        kind,
        size: kind === 'folder' || header.kind === 'link' ? 0 : length,
        modifiedAt: described.modifiedAt ?? header.modifiedAt,
        problem: header.kind === 'link' ? linkProblem : null,
        start: cursor.at,
        packedSize: length,
        isPacked: false,
      });
    await cursor.skip(header.kind === 'link' ? 0 : length + padding(length));
    described = {};
    if (count % entriesAtOnce === 0) await turn();
  }
}

function describedBy(attributes: ReadonlyMap<string, string>) {
  const [path, size, time] = ['path', 'size', 'mtime'].map((name) => attributes.get(name));
  return {
    ...(path !== undefined && { path }),
    ...(size !== undefined && /^\d{1,15}$/.test(size) && { size: Number(size) }),
    ...(time !== undefined && { modifiedAt: dateOf(Number.parseFloat(time)) }),
  };
}

const padding = (length: number): number => (blockSize - (length % blockSize)) % blockSize;

/** Reads only the headers. */
function plainCursor(source: ArchiveSource): Cursor {
  const blocks = new BlockReader(source);
  let at = 0;
  return {
    get at() {
      return at;
    },
    async read(length) {
      const bytes = await blocks.read(at, Math.max(0, Math.min(length, source.size - at)));
      at += bytes.length;
      return bytes;
    },
    async skip(length) {
      at += length;
      if (!Number.isSafeInteger(at) || at > source.size) throw damaged();
    },
    close() {},
  };
}

async function unpackedCursor(source: ArchiveSource): Promise<Cursor> {
  if (source.size > maxPackedBytes) throw tooLarge();
  const packed = await openRange(source, 0, source.size);
  const unpacked = createGunzip();
  packed.once('error', (error) => unpacked.destroy(error));
  const chunks = packed.pipe(unpacked)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let at = 0;
  let held: Buffer = Buffer.alloc(0);
  /** Returns up to this many of the next bytes as they arrive; none at the end. */
  const next = async (length: number): Promise<Buffer> => {
    if (held.length === 0) {
      const { done, value } = await chunks.next().catch(asProblem);
      if (done) return Buffer.alloc(0);
      held = value;
    }
    const bytes = held.subarray(0, length);
    held = held.subarray(bytes.length);
    at += bytes.length;
    if (at > maxUnpackedBytes) throw tooLarge();
    return bytes;
  };
  return {
    get at() {
      return at;
    },
    async read(length) {
      const parts: Buffer[] = [];
      for (let left = length; left > 0; ) {
        const part = await next(left);
        if (part.length === 0) break;
        parts.push(part);
        left -= part.length;
      }
      return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    },
    async skip(length) {
      for (let left = length; left > 0; ) {
        const { length: skipped } = await next(left);
        if (skipped === 0) throw damaged();
        left -= skipped;
      }
    },
    close() {
      packed.destroy();
      unpacked.destroy();
    },
  };
}

/** Translates errors of zlib, which are about the bytes; errors of the store are not the archive's fault. */
function asProblem(error: Error & { code?: string }): never {
  throw error.code?.startsWith('Z_') || error.code === 'ERR_STREAM_PREMATURE_CLOSE' ? damaged() : error;
}

const tooLarge = () =>
  new ArchiveProblem(
    'This archive is too large to look into: all of it would have to be unpacked. Download it to open it on your device.',
  );
