import { ConnectorError } from '../kit/errors.ts';
import type { Hashes } from '../kit/hashes/hashes.ts';
import type { HttpResponse } from '../kit/http/http.ts';
import type { RemoteId, RemoteItem } from '../kit/session.ts';
import { nameOf, parentOf } from './keys.ts';
import { wholeSecond } from './protocol/listing.ts';

/** A store’s description of an object, in a listing or in headers. */
export interface S3Object {
  size: number;
  /** The ETag without quotes. */
  etag: string;
  modifiedAt: Date | null;
  hashes: Hashes;
}

type Headers = HttpResponse['headers'];

/** The type of a file is left out: listings don’t have it, and an item must be the same whichever call returned it. */
export const fileOf = (id: RemoteId, { size, etag, modifiedAt, hashes }: S3Object): RemoteItem => ({
  id,
  parentId: parentOf(id),
  name: nameOf(id),
  kind: 'file',
  mimeType: null,
  size,
  modifiedAt,
  revision: revisionOf(etag, size, modifiedAt),
  hashes,
});

/** A folder may have no object, so only its name is known. */
export const folderOf = (id: RemoteId): RemoteItem => ({
  id,
  parentId: parentOf(id),
  name: nameOf(id),
  kind: 'folder',
  mimeType: null,
  size: null,
  modifiedAt: null,
  revision: 'folder',
  hashes: {},
});

/** The ETag changes with the bytes. The time is weaker: copying a file onto itself changes it, and stores round it. */
export const revisionOf = (etag: string, size: number, modifiedAt: Date | null): string =>
  etag === '' ? `${size}@${modifiedAt?.toISOString() ?? ''}` : `${etag}.${size}`;

/** Every store sends one of these headers; a failing intermediary sends neither. */
export function objectOf(headers: Headers): S3Object {
  if (headers.etag === undefined && headers['last-modified'] === undefined)
    throw new ConnectorError('unavailable', 'The store’s answer can’t be read.');
  const length = /\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1] ?? headers['content-length'];
  const modified = Date.parse(headers['last-modified'] ?? '');
  const etag = etagOf(headers);
  return {
    size: Number(length ?? 0),
    etag,
    modifiedAt: Number.isNaN(modified) ? null : wholeSecond(modified),
    hashes: { ...(!isKeyed(headers) && md5Of(etag)), ...checksumsOf(headers) },
  };
}

export const etagOf = (headers: Headers): string => (headers.etag ?? '').replaceAll('"', '');

/** The ETag of an object in several parts has a hyphen and isn’t a hash of its bytes. */
export const md5Of = (etag: string): Hashes => (/^[0-9a-f]{32}$/i.test(etag) ? { md5: etag.toLowerCase() } : {});

/** Encrypted with the customer’s own keys, the ETag looks like an md5 but isn’t. */
export const isKeyed = (headers: Headers): boolean =>
  String(headers['x-amz-server-side-encryption'] ?? '').startsWith('aws:kms') ||
  headers['x-amz-server-side-encryption-customer-algorithm'] !== undefined;

/** The checksums of all bytes, not those of parts. */
function checksumsOf(headers: Headers): Hashes {
  if (headers['x-amz-checksum-type'] === 'COMPOSITE') return {};
  const hashes: Hashes = {};
  for (const [algorithm, bytes] of [
    ['sha256', 32],
    ['crc32c', 4],
  ] as const) {
    const value = headers[`x-amz-checksum-${algorithm}`];
    const digest = typeof value === 'string' && !value.includes('-') ? Buffer.from(value, 'base64') : null;
    if (digest?.length === bytes) hashes[algorithm] = digest.toString('hex');
  }
  return hashes;
}
