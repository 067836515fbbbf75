import { createHash, randomBytes } from 'node:crypto';
import type { Quirks } from './quirks.ts';

export interface StoredObject {
  bytes: Buffer;
  /** The ETag with its quotes. */
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
  quirks: Quirks;

  constructor(quirks: Quirks = {}) {
    this.quirks = quirks;
  }

  get encryption(): Record<string, string> {
    const { encryption } = this.quirks;
    return encryption ? { 'x-amz-server-side-encryption': encryption } : {};
  }

  /** The ETag with its quotes. */
  etagOf(md5: string): string {
    return `"${this.quirks.encryption ? randomBytes(16).toString('hex') : md5}"`;
  }

  /** The ETag of an object in parts, with its quotes. */
  etagOfParts(parts: readonly Part[]): string {
    if (this.quirks.partsEtag === 'random') return `"${randomBytes(16).toString('hex')}-${parts.length}"`;
    return `"${md5(Buffer.concat(parts.map(({ bytes }) => md5(bytes)))).toString('hex')}-${parts.length}"`;
  }

  get(key: string): StoredObject | undefined {
    return this.#objects.get(key);
  }

  put(key: string, object: Omit<StoredObject, 'modifiedAt'>): StoredObject {
    if (!this.#objects.has(key)) this.#sorted = null;
    const stored = { ...object, modifiedAt: new Date() };
    this.#objects.set(key, stored);
    return stored;
  }

  /** Writes like another client. */
  write(key: string, bytes: Uint8Array, headers: Record<string, string> = {}): void {
    const copy = Buffer.from(bytes);
    this.put(key, { bytes: copy, etag: this.etagOf(md5(copy).toString('hex')), headers });
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
