import { createHash } from 'node:crypto';

export interface StoredObject {
  bytes: Buffer;
  /** With its quotes. */
  etag: string;
  modifiedAt: Date;
  /** Sent back with the object: content type, x-amz-meta-*, checksums. */
  headers: Record<string, string>;
}

export interface Part {
  bytes: Buffer;
  etag: string;
  checksums: Record<string, string>;
}

export interface MultipartUpload {
  key: string;
  initiatedAt: Date;
  headers: Record<string, string>;
  parts: Map<number, Part>;
}

/** One bucket, in memory. Everything is stored in one step, so no reader ever sees half an object. */
export class Bucket {
  readonly uploads = new Map<string, MultipartUpload>();
  readonly #objects = new Map<string, StoredObject>();
  #sorted: readonly string[] | null = null;

  get(key: string): StoredObject | undefined {
    return this.#objects.get(key);
  }

  put(key: string, object: Omit<StoredObject, 'modifiedAt'>): void {
    if (!this.#objects.has(key)) this.#sorted = null;
    this.#objects.set(key, { ...object, modifiedAt: new Date() });
  }

  delete(key: string): void {
    if (this.#objects.delete(key)) this.#sorted = null;
  }

  /** All keys in the order of their UTF-8 bytes, which is the order S3 lists in. */
  keys(): readonly string[] {
    this.#sorted ??= [...this.#objects.keys()].sort(byUtf8);
    return this.#sorted;
  }
}

/** The order of UTF-8 bytes; JavaScript's own differs above U+FFFF. */
export function byUtf8(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

export function md5(data: Uint8Array): Buffer {
  return createHash('md5').update(data).digest();
}
