import type { ByteRange } from './blob-store.ts';

const MAX_KEY = 512;
/** The longest file name common file systems take. */
const MAX_SEGMENT = 255;
const SEGMENT = /^[a-z0-9._-]+$/;

export function isKey(key: string): boolean {
  return key.length <= MAX_KEY && key.split('/').every(isSegment);
}

export function assertKey(key: string): void {
  if (!isKey(key)) throw new TypeError(`Not a blob key: ${JSON.stringify(key.slice(0, 80))}`);
}

/** A prefix is the beginning of a key, cut anywhere. */
export function assertPrefix(prefix: string): void {
  const segments = prefix.split('/');
  const cut = segments.pop() ?? '';
  const good =
    prefix.length <= MAX_KEY && segments.every(isSegment) && /^[a-z0-9._-]*$/.test(cut) && !cut.includes('..');
  if (!good) throw new TypeError(`Not the beginning of a blob key: ${JSON.stringify(prefix.slice(0, 80))}`);
}

export function assertRange({ start, end = start }: ByteRange): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new TypeError(`Not a byte range: ${start}-${end}`);
  }
}

function isSegment(segment: string): boolean {
  return SEGMENT.test(segment) && segment.length <= MAX_SEGMENT && segment !== '.' && !segment.includes('..');
}
