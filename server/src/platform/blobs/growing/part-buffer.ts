import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { READ_CHUNK_BYTES } from '../blob-store.ts';

/** Up to this many bytes are held in memory; there may be many slow senders, so more is kept in a file. */
const MEMORY_BYTES = 256 * 1024;

/** The bytes of an incomplete part. The file is unlinked once it is open, so it disappears with the process. */
export function createPartBuffer(folder: string) {
  let chunks: Buffer[] = [];
  let file: FileHandle | undefined;
  let size = 0;
  const write = async (bytes: Buffer, position: number) => {
    for (let done = 0; done < bytes.length; )
      done += (await file!.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
  };
  const openFile = async () => {
    const path = join(folder, `part-${randomUUID()}`);
    file = await open(path, 'wx+', 0o600);
    await rm(path);
  };
  async function* pieces(): AsyncGenerator<Buffer> {
    if (chunks.length > 0) yield* chunks;
    else
      for (let at = 0; at < size; ) {
        const piece = Buffer.allocUnsafe(Math.min(READ_CHUNK_BYTES, size - at));
        const { bytesRead } = await file!.read(piece, 0, piece.length, at);
        if (bytesRead === 0) throw new Error('The file of a part was cut');
        yield piece.subarray(0, bytesRead);
        at += bytesRead;
      }
  }
  return {
    get size() {
      return size;
    },
    async add(chunk: Buffer): Promise<void> {
      if (!file && size + chunk.length > MEMORY_BYTES) {
        await openFile();
        await write(Buffer.concat(chunks), 0);
        chunks = [];
      }
      if (file) await write(chunk, size);
      else chunks.push(chunk);
      size += chunk.length;
    },
    stream: (): Readable => Readable.from(pieces(), { objectMode: false }),
    async bytes(): Promise<Buffer> {
      const all: Buffer[] = [];
      for await (const piece of pieces()) all.push(piece);
      return Buffer.concat(all);
    },
    clear(): void {
      chunks = [];
      size = 0;
    },
    close: async (): Promise<void> => file?.close(),
  };
}
