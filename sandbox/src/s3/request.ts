import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { S3Error } from './errors.ts';

/** A request in S3's terms, from either kind of address: /bucket/key, or /key at a host named after the bucket. */
export interface S3Request {
  method: string;
  /** The decoded path with its leading slash, which the signature covers. */
  path: string;
  bucket: string;
  /** Empty for a request to the bucket itself. */
  key: string;
  query: ReadonlyMap<string, string>;
  headers: IncomingHttpHeaders;
}

const MAX_KEY_BYTES = 1024;

/** `hosted` is the bucket that a host may be named after. */
export function parseRequest(incoming: IncomingMessage, hosted: string): S3Request {
  const [rawPath, query] = split(incoming.url ?? '/', '?');
  const path = decoded(rawPath);
  const isHosted = incoming.headers.host?.startsWith(`${hosted}.`) ?? false;
  const [bucket, key] = isHosted ? [hosted, path.slice(1)] : split(path.slice(1), '/');
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) throw new S3Error('KeyTooLongError');
  const pairs = query.split('&').filter(Boolean);
  return {
    method: incoming.method ?? 'GET',
    path,
    bucket,
    key,
    query: new Map(pairs.map((pair) => split(pair, '=').map(decoded) as [string, string])),
    headers: incoming.headers,
  };
}

/** A header as one string; repeated headers are joined as SigV4 does. */
export function header(req: S3Request, name: string): string | undefined {
  const value = req.headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}

/** Always returns two pieces, so that `?uploads` means uploads = ''. */
function split(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error('InvalidURI');
  }
}
