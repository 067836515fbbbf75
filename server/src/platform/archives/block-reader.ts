import type { BlobStore } from '../blobs/index.ts';
import { damaged } from './entry.ts';

/** An archive in the blob store. */
export interface ArchiveSource {
  blobs: BlobStore;
  key: string;
  size: number;
}

const blockBytes = 256 * 1024;

/** Reads parts of an archive. Neighboring bytes are fetched along with them and kept until another part is read. */
export class BlockReader {
  readonly #source: ArchiveSource;
  #block: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };

  constructor(source: ArchiveSource) {
    this.#source = source;
  }

  get size(): number {
    return this.#source.size;
  }

  /** Returns all of these bytes. */
  async read(start: number, length: number): Promise<Buffer> {
    if (!Number.isSafeInteger(start) || start < 0 || start + length > this.size) throw damaged();
    if (length === 0) return Buffer.alloc(0);
    const { start: from, bytes } = this.#block;
    if (start < from || start + length > from + bytes.length) await this.#fetch(start, Math.max(length, blockBytes));
    const at = start - this.#block.start;
    return this.#block.bytes.subarray(at, at + length);
  }

  async #fetch(start: number, length: number): Promise<void> {
    const bytes = await bytesOf(this.#source, start, Math.min(this.size, start + length));
    this.#block = { start, bytes };
  }
}

async function bytesOf(source: ArchiveSource, start: number, end: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await openRange(source, start, end)) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  if (bytes.length !== end - start) throw damaged();
  return bytes;
}

/** `end` is not included. */
export async function openRange({ blobs, key }: ArchiveSource, start: number, end: number) {
  const found = await blobs.get(key, { range: { start, end: end - 1 } });
  if (!found) throw new Error(`${key} is not in the store`);
  return found.body;
}
