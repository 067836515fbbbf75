import { ConnectorError, type ConnectorErrorCode, plainError } from '../../kit/errors.ts';
import type { HttpResponse } from '../../kit/http/http.ts';
import { elementText } from './documents.ts';
import type { Store } from './store.ts';

type Meaning = readonly [code: ConnectorErrorCode, message: string];

const refused: Meaning = ['auth_revoked', 'The access key or the secret key isn’t accepted.'];
const slower: Meaning = ['rate_limited', 'The store asks us to slow down.'];
const full: Meaning = ['quota_full', 'The store is full.'];
const damaged: Meaning = ['corrupt', 'The store received other bytes than were sent.'];
const taken: Meaning = ['conflict', 'Something with that name is already there.'];

/** The form field that a code is about. */
const FIELDS: Readonly<Record<string, string>> = {
  AccessDenied: 'accessKeyId',
  InvalidAccessKeyId: 'accessKeyId',
  InvalidBucketName: 'bucket',
  NoSuchBucket: 'bucket',
};

/** The meanings of the codes in error documents of S3 and other stores. */
const CODES: Readonly<Record<string, Meaning>> = {
  AccessDenied: ['forbidden', 'The access key doesn’t allow this.'],
  AuthorizationHeaderMalformed: refused,
  BadDigest: damaged,
  ConditionalRequestConflict: taken,
  EntityTooLarge: ['forbidden', 'The store doesn’t accept files of that size.'],
  ExpiredToken: refused,
  IncompleteBody: damaged,
  InvalidAccessKeyId: ['auth_revoked', 'The store doesn’t know the access key.'],
  InvalidBucketName: ['forbidden', 'The store has no buckets with such a name.'],
  InvalidPart: ['corrupt', 'The store no longer has a part of the file.'],
  InvalidObjectState: ['forbidden', 'It’s archived. Restore it in the store first.'],
  InvalidRange: ['conflict', 'The file is shorter than it was.'],
  InvalidSecurity: refused,
  InvalidToken: refused,
  KeyTooLongError: ['forbidden', 'The name, with the folders it’s in, is too long for the store.'],
  NoSuchKey: ['not_found', 'File not found.'],
  NoSuchUpload: ['not_found', 'The store no longer knows this upload.'],
  PreconditionFailed: taken,
  QuotaExceeded: full,
  QuotaExceededException: full,
  RequestTimeout: ['unavailable', 'The connection to the store was too slow.'],
  SignatureDoesNotMatch: refused,
  SlowDown: slower,
  Throttling: slower,
  ThrottlingException: slower,
  TooManyRequests: slower,
  XAmzContentSHA256Mismatch: damaged,
  XMinioStorageFull: full,
};

const STATUSES: Readonly<Record<number, Meaning>> = {
  401: refused,
  403: CODES.AccessDenied!,
  404: CODES.NoSuchKey!,
  409: taken,
  412: taken,
  416: CODES.InvalidRange!,
  429: slower,
  501: ['forbidden', 'The store doesn’t support this.'],
  507: full,
};

const MAX_SKEW_MS = 15 * 60_000;

export type Refusal = Pick<HttpResponse, 'status' | 'headers'>;

/** Converts the error document of a refusal, which is empty for HEAD, to a ConnectorError. */
export function failureOf(store: Store, response: Refusal, document: string, now: Date): ConnectorError {
  const { status, headers } = response;
  const code = elementText(document, 'Code') ?? '';
  const { host } = store.endpoint;
  const skew = Date.parse(headers.date ?? '') - now.getTime();
  const isSkewed = (status === 403 && Math.abs(skew) > MAX_SKEW_MS) || code === 'RequestTimeTooSkewed';
  if (isSkewed) return plainError('unavailable', skewMessage(host, skew), { field: null });
  if (code === 'NoSuchBucket')
    return plainError('unavailable', `${host} has no bucket named “${store.bucket}”. Check the name.`, {
      field: 'bucket',
    });
  const location = elementText(document, 'Endpoint') ?? headers.location;
  if (status >= 300 && status < 400)
    return plainError('unavailable', `${host} redirects to ${location ?? 'another address'}. Check the endpoint.`);
  const [meant, message] = CODES[code] ?? STATUSES[status] ?? [status >= 500 ? 'unavailable' : 'forbidden', null];
  const retryAfterMs = waitOf(headers['retry-after'], now);
  const field = FIELDS[code];
  return new ConnectorError(meant, message ?? `${host} answers with ${[status, code].join(' ').trim()}`, {
    ...(message !== null && { isPlain: true }),
    ...(field !== undefined && { field }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(meant === 'rate_limited' && { limit: 'account' }),
  });
}

/** Whether the store names its reason, and that isn’t an unknown header. */
export const isExplained = (document: string): boolean => (elementText(document, 'Code') ?? '') in CODES;

/** The region for which the store wants requests to be signed. */
export function regionOf({ status, headers }: Refusal, document: string): string | null {
  if (![301, 307, 400, 403].includes(status)) return null;
  const region = (headers['x-amz-bucket-region'] as string | undefined) ?? elementText(document, 'Region');
  return region !== undefined && /^[a-z0-9-]{1,63}$/i.test(region) ? region : null;
}

function skewMessage(host: string, skew: number): string {
  const minutes = Math.round(Math.abs(skew) / 60_000);
  const by = Number.isNaN(skew) ? '' : ` by ${minutes} minutes`;
  return `The clock of this server differs from that of ${host}${by}. Set the clock, then try again.`;
}

function waitOf(retryAfter: string | undefined, now: Date): number | undefined {
  if (retryAfter === undefined) return undefined;
  const seconds = Number(retryAfter);
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - now.getTime() : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
