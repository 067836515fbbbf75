import { createHash, type Hash } from 'node:crypto';
import { Random } from '../random.ts';

/** The bytes of a file. Nothing is kept that can be made again. */
export interface Content {
  readonly size: number;
  /** From start up to, not including, end; in pieces, each made when it is asked for. */
  read(start?: number, end?: number): Iterable<Uint8Array>;
  /** Hex; reckoned once. `dropbox` is Dropbox's content hash. */
  hash(algorithm: ContentHash): string;
}

export type ContentHash = 'md5' | 'sha1' | 'sha256' | 'dropbox';

const DROPBOX_BLOCK = 4 * 1024 * 1024;

abstract class Hashed implements Content {
  #hashes: Partial<Record<ContentHash, string>> = {};
  abstract readonly size: number;
  abstract read(start?: number, end?: number): Iterable<Uint8Array>;

  hash(algorithm: ContentHash): string {
    this.#hashes[algorithm] ??=
      algorithm === 'dropbox' ? this.#blocks() : this.#digest(createHash(algorithm), 0).digest('hex');
    return this.#hashes[algorithm];
  }

  #digest(hash: Hash, start: number, end?: number): Hash {
    for (const piece of this.read(start, end)) hash.update(piece);
    return hash;
  }

  #blocks(): string {
    const all = createHash('sha256');
    for (let at = 0; at < this.size; at += DROPBOX_BLOCK) {
      all.update(this.#digest(createHash('sha256'), at, Math.min(at + DROPBOX_BLOCK, this.size)).digest());
    }
    return all.digest('hex');
  }
}

/** Bytes as they were sent to us. */
export class StoredContent extends Hashed {
  readonly #pieces: readonly Uint8Array[];
  readonly size: number;

  constructor(...pieces: Uint8Array[]) {
    super();
    this.#pieces = pieces;
    this.size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  }

  *read(start = 0, end = this.size) {
    let at = 0;
    for (const piece of this.#pieces) {
      const part = piece.subarray(Math.max(0, start - at), Math.max(0, end - at));
      if (part.length > 0) yield part;
      at += piece.length;
    }
  }
}

/** Small files: made whole when needed, and left to the garbage collector in between. */
export class MadeContent extends Hashed {
  readonly #make: () => Buffer;
  #bytes: WeakRef<Buffer> | undefined;
  #size: number | undefined;

  constructor(make: () => Buffer) {
    super();
    this.#make = make;
  }

  get size(): number {
    this.#size ??= this.#whole().length;
    return this.#size;
  }

  *read(start = 0, end = this.size) {
    if (end > start) yield this.#whole().subarray(start, end);
  }

  #whole(): Buffer {
    let bytes = this.#bytes?.deref();
    if (!bytes) {
      bytes = this.#make();
      this.#bytes = new WeakRef(bytes);
    }
    return bytes;
  }
}

const BLOCK = 64 * 1024;

/** Any number of bytes that do not repeat and do not compress, for large files: any part can be made alone. */
export class EndlessContent extends Hashed {
  readonly size: number;
  readonly #block: Buffer;

  constructor(seed: string, size: number) {
    super();
    this.size = size;
    this.#block = new Random(seed).bytes(BLOCK);
  }

  *read(start = 0, end = this.size) {
    for (let at = start; at < end; ) {
      const index = Math.floor(at / BLOCK);
      const block = Buffer.from(this.#block);
      block.writeUInt32LE(index, 0);
      const part = block.subarray(at % BLOCK, Math.min(BLOCK, end - index * BLOCK));
      yield part;
      at += part.length;
    }
  }
}
