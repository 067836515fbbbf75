import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto';

export interface Keys {
  accessKeyId: string;
  secretAccessKey: string;
}

export interface Unsigned {
  method: string;
  host: string;
  /** The percent-encoded path, without the query. */
  path: string;
  query: Readonly<Record<string, string>>;
  /** Headers in lower case. Those that begin with `x-amz-` are signed, as S3 requires. */
  headers: Readonly<Record<string, string>>;
  /** The hash of the body, in hex. */
  payloadHash: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';

/** Adds the signing headers of AWS Signature Version 4 to a request’s headers. */
export function signed(request: Unsigned, keys: Keys, region: string, at: Date): Record<string, string> {
  const time = at.toISOString().replace(/[:-]|\.\d{3}/g, '');
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const headers = { ...request.headers, 'x-amz-content-sha256': request.payloadHash, 'x-amz-date': time };
  const covered = Object.entries({ ...headers, host: request.host })
    .filter(([name]) => name === 'host' || name.startsWith('x-amz-'))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const names = covered.map(([name]) => name).join(';');
  const canonical = [
    request.method,
    request.path,
    queryString(request.query),
    ...covered.map(([name, value]) => `${name}:${value.trim().replace(/ +/g, ' ')}`),
    '',
    names,
    request.payloadHash,
  ].join('\n');
  const text = [ALGORITHM, time, scope, sha256(canonical)].join('\n');
  const signature = hmac(signingKey(keys.secretAccessKey, scope), text).toString('hex');
  const credential = `Credential=${keys.accessKeyId}/${scope}`;
  return { ...headers, authorization: `${ALGORITHM} ${credential}, SignedHeaders=${names}, Signature=${signature}` };
}

/** The query in the order and encoding that the signature requires. */
export const queryString = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => [percentEncoded(name), percentEncoded(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** Encodes by RFC 3986, which is stricter than encodeURIComponent. */
export const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** The key is the same for a whole day. */
let last: { secret: string; scope: string; key: KeyObject } | null = null;

function signingKey(secret: string, scope: string): KeyObject {
  if (last?.secret === secret && last.scope === scope) return last.key;
  const bytes = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`) as Buffer;
  const key = createSecretKey(bytes);
  last = { secret, scope, key };
  return key;
}

const hmac = (key: string | Buffer | KeyObject, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();
