import { constants, createReadStream } from 'node:fs';
import { type FileHandle, open, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { isUuid } from '../../uuid.ts';
import { READ_CHUNK_BYTES } from '../blob-store.ts';
import { type ContentStore, storeContent } from '../content.ts';
import { FILE_MODE, isAbsent } from '../durable.ts';
import { BytesLost, type GrowingBlob, type GrowingBlobs, type Pieces } from './growing-blobs.ts';

/** After this many bytes, the bytes so far are made durable. */
const CERTAIN_EVERY = 16 * 1024 * 1024;
/** Old files in the folder are deleted at every start; those with this prefix only once nothing refers to them. */
export const GROWING_PREFIX = 'upload-';

/** The first `size` bytes of the file of an epoch. */
interface Piece {
  epoch: number;
  size: number;
}

/**
 * Each epoch has a file in the folder, and nearly always there is one epoch. A folder shared by several machines works
 * as well.
 */
export function growingFiles(folder: string, store: ContentStore): GrowingBlobs {
  const pathOf = (id: string, epoch: number) => join(folder, GROWING_PREFIX + id + (epoch === 0 ? '' : `.${epoch}`));
  return {
    async begin(id) {
      const file = await open(pathOf(id, 0), 'wx', FILE_MODE);
      await file.close();
    },

    async isThere(blob) {
      for (const { epoch, size } of piecesOf(blob)) if ((await sizeOf(pathOf(blob.id, epoch))) < size) return false;
      return true;
    },

    async append(blob) {
      const pieces = piecesOf(blob);
      if (pieces.at(-1)!.epoch !== blob.epoch) pieces.push({ epoch: blob.epoch, size: 0 });
      const current = pieces.at(-1)!;
      const file = await open(pathOf(blob.id, blob.epoch), constants.O_RDWR | constants.O_CREAT, FILE_MODE);
      if ((await file.stat()).size < current.size) {
        await file.close();
        throw new BytesLost('The file of an upload is shorter than it was');
      }
      let at = current.size;
      const settle = async () => {
        if (at > current.size) await file.datasync();
        current.size = at;
        return { received: pieces.reduce((sum, { size }) => sum + size, 0), pieces: recordOf(pieces) };
      };
      return {
        async write(chunk) {
          await writeAt(file, chunk, at);
          at += chunk.length;
          return at - current.size >= CERTAIN_EVERY;
        },
        certain: settle,
        settle,
        recorded: async () => {},
        storeNow: null,
        isDirty: false,
        close: () => file.close(),
      };
    },

    async store(blob, options) {
      const pieces = piecesOf(blob).filter(({ size }) => size > 0);
      const parts = pieces.map(({ epoch, size }) => ({ path: pathOf(blob.id, epoch), size }));
      try {
        // Copied rather than moved, so that exactly the hashed bytes are stored and another attempt finds them.
        return await storeContent(store, Readable.from(bytesOf(parts), { objectMode: false }), options);
      } catch (error) {
        throw isAbsent(error) ? new BytesLost('The file of an upload is gone', { cause: error }) : error;
      }
    },

    async remove({ id, epoch: last }) {
      for (let epoch = 0; epoch <= last; epoch++) await rm(pathOf(id, epoch), { force: true });
    },

    async *leftovers(before) {
      for await (const { name } of await opendir(folder)) {
        const [id = ''] = name.slice(GROWING_PREFIX.length).split('.');
        if (!name.startsWith(GROWING_PREFIX) || !isUuid(id)) continue;
        const path = join(folder, name);
        const found = await stat(path).catch(() => null);
        if (found && found.mtime < before) yield { id, remove: () => rm(path, { force: true }) };
      }
    },
  };
}

const piecesOf = ({ pieces, received }: GrowingBlob): Piece[] =>
  pieces ? (pieces.files as Piece[]).map((piece) => ({ ...piece })) : [{ epoch: 0, size: received }];

/** A single file has the format from before there were epochs: nothing is recorded. */
const recordOf = (pieces: readonly Piece[]): Pieces | null =>
  pieces.length === 1 ? null : { files: pieces.map((piece) => ({ ...piece })) };

/** Opens the file, because over NFS only that asks the server. */
async function sizeOf(path: string): Promise<number> {
  const file = await open(path).catch(() => null);
  if (!file) return -1;
  try {
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

async function* bytesOf(parts: readonly { path: string; size: number }[]): AsyncGenerator<Buffer> {
  for (const { path, size } of parts) yield* createReadStream(path, { end: size - 1, highWaterMark: READ_CHUNK_BYTES });
}

async function writeAt(file: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let done = 0; done < chunk.length; )
    done += (await file.write(chunk, done, chunk.length - done, position + done)).bytesWritten;
}
