import { createHash, createHmac } from 'node:crypto';
import { S3Error } from './errors.ts';
import { header, type S3Request } from './request.ts';

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

/** The state after the header’s signature, for the chunks of a streamed body, which are signed in a chain. */
export interface Signed {
  signature: string;
  date: string;
  scope: string;
  sign(stringToSign: string): string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const MAX_SKEW_MS = 15 * 60_000;

/** Verifies the Authorization header (Signature Version 4) like S3; throws the S3Error a client would get. */
export function verifySignature(req: S3Request, credentials: Credentials, now = new Date()): Signed {
  const given = parseAuthorization(header(req, 'authorization'));
  const date = header(req, 'x-amz-date') ?? '';
  const scope = `${date.slice(0, 8)}/${credentials.region}/s3/aws4_request`;
  if (given.accessKeyId !== credentials.accessKeyId) throw new S3Error('InvalidAccessKeyId');
  assertFresh(date, now);
  if (given.scope !== scope) {
    const message = `The authorization header is malformed; the credential scope '${given.scope}' is wrong; expecting '${scope}'`;
    throw new S3Error('AuthorizationHeaderMalformed', message, { Region: credentials.region });
  }
  assertAllSigned(req, given.signedHeaders);

  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${credentials.secretAccessKey}`);
  const sign = (text: string) => hmac(key, text).toString('hex');
  const canonical = canonicalRequest(req, given.signedHeaders);
  const stringToSign = [ALGORITHM, date, scope, sha256(canonical)].join('\n');
  if (sign(stringToSign) !== given.signature) {
    throw new S3Error('SignatureDoesNotMatch', undefined, {
      AWSAccessKeyId: given.accessKeyId,
      StringToSign: stringToSign,
      SignatureProvided: given.signature,
      CanonicalRequest: canonical,
    });
  }
  return { signature: given.signature, date, scope, sign };
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

function parseAuthorization(value: string | undefined) {
  if (value === undefined) throw new S3Error('AccessDenied');
  if (!value.startsWith(ALGORITHM)) {
    throw new S3Error(
      'InvalidRequest',
      `The authorization mechanism you have provided is not supported. Please use ${ALGORITHM}.`,
    );
  }
  const parts = /^\S+\s+Credential=([^/,]+)\/([^,]+),\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/.exec(value);
  if (!parts) throw new S3Error('AuthorizationHeaderMalformed');
  const [, accessKeyId = '', scope = '', signedHeaders = '', signature = ''] = parts;
  return { accessKeyId, scope, signedHeaders: signedHeaders.split(';'), signature };
}

function assertFresh(date: string, now: Date): void {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date)?.slice(1);
  if (!parts) throw new S3Error('AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header');
  const [year, month, day, hour, minute, second] = parts;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (!(Math.abs(now.getTime() - at) <= MAX_SKEW_MS)) {
    throw new S3Error('RequestTimeTooSkewed', undefined, { RequestTime: date, ServerTime: now.toISOString() });
  }
}

function assertAllSigned(req: S3Request, signedHeaders: readonly string[]): void {
  const mustBe = ['host', ...Object.keys(req.headers).filter((name) => name.startsWith('x-amz-'))];
  const missing = mustBe.filter((name) => !signedHeaders.includes(name));
  if (missing.length > 0) {
    const message = 'There were headers present in the request which were not signed';
    throw new S3Error('AccessDenied', message, { HeadersNotSigned: missing.join(', ') });
  }
}

function canonicalRequest(req: S3Request, signedHeaders: readonly string[]): string {
  const payload = header(req, 'x-amz-content-sha256');
  if (!payload) throw new S3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  const query = [...req.query].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  return [
    req.method,
    req.path.split('/').map(encoded).join('/'),
    query.join('&'),
    ...signedHeaders.map((name) => `${name}:${(header(req, name) ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    payload,
  ].join('\n');
}

/** Encodes by RFC 3986, stricter than encodeURIComponent, as SigV4 requires. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
