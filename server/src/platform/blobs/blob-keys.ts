import type { ByteRange } from './blob-store.ts';

const MAX_KEY = 512;
/** Common file systems allow no longer file names. */
const MAX_SEGMENT = 255;
const SEGMENT = /^[a-z0-9._-]+$/;

export function isKey(key: string): boolean {
  return key.length <= MAX_KEY && key.split('/').every(isSegment);
}

export function assertKey(key: string): void {
  if (!isKey(key)) throw new TypeError(`Not a blob key: ${JSON.stringify(key.slice(0, 80))}`);
}

/** A prefix is the start of a key, cut anywhere. */
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

/** The key of a content’s bytes, which each organization stores once. */
export function contentKey(organizationId: string, sha256: Buffer): string {
  const hex = sha256.toString('hex');
  return `content/${organizationId}/${hex.slice(0, 2)}/${hex}`;
}

/** The key of a content’s thumbnail. */
export const thumbnailKey = (organizationId: string, sha256: Buffer): string =>
  contentKey(organizationId, sha256).replace('content/', 'thumbnails/');

/** The key of the PDF made of a content. */
export const renditionKey = (organizationId: string, sha256: Buffer): string =>
  contentKey(organizationId, sha256).replace('content/', 'renditions/');

/** The key of a picture of a person or a workspace. */
export const imageKey = (key: string): string => `images/${key}.webp`;
