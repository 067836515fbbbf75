import { ConnectorError, type ConnectorErrorCode } from '../kit/errors.ts';
import type { HttpResponse } from '../kit/http.ts';

/** What Google said, kept as the cause of the error. */
interface Refusal {
  status: number;
  reason: string | null;
  /** The parameter it objects to. */
  location: string | null;
}

/** Google's reasons, which tell more than the status. */
const codes: Record<string, ConnectorErrorCode> = {
  authError: 'auth_expired',
  // A scope is missing: only consenting again mends it. Permissions on a file have a reason of their own.
  insufficientPermissions: 'auth_revoked',
  rateLimitExceeded: 'rate_limited',
  userRateLimitExceeded: 'rate_limited',
  sharingRateLimitExceeded: 'rate_limited',
  dailyLimitExceeded: 'rate_limited',
  quotaExceeded: 'rate_limited',
  downloadQuotaExceeded: 'unavailable',
  backendError: 'unavailable',
  internalError: 'unavailable',
  storageQuotaExceeded: 'quota_full',
  teamDriveFileLimitExceeded: 'quota_full',
  numChildrenInNonRootLimitExceeded: 'quota_full',
  notFound: 'not_found',
  fileIdInUse: 'conflict',
};
const HOUR = 3_600_000;
/** Limits that waiting a moment does not lift. */
const longWaits: Record<string, number> = {
  dailyLimitExceeded: HOUR,
  quotaExceeded: HOUR,
  sharingRateLimitExceeded: HOUR,
  downloadQuotaExceeded: 24 * HOUR,
};
/** Limits of our app, which all its accounts share. */
const appLimits = new Set(['dailyLimitExceeded', 'quotaExceeded']);

/** Reads the body of a refusal and classifies it. */
export async function refusal(response: HttpResponse): Promise<ConnectorError> {
  const { status } = response;
  const body = await response.text(256 * 1024).catch(() => '');
  const { reason, location, message } = parse(body);
  const code = (reason !== null && codes[reason]) || byStatus(status);
  const told = retryAfterMs(response.headers['retry-after']);
  const wait = reason !== null && longWaits[reason] ? { retryAfterMs: longWaits[reason] } : told;
  return new ConnectorError(code, `Google Drive: ${message ?? `status ${status}`}`, {
    ...(code === 'rate_limited' || code === 'unavailable' ? wait : {}),
    ...(code === 'rate_limited' && { limit: reason !== null && appLimits.has(reason) ? 'app' : 'account' }),
    cause: { status, reason, location } satisfies Refusal,
  });
}

/** What Google said, when it was Google who failed. */
export function refusalOf(error: unknown): Refusal | null {
  const cause = error instanceof ConnectorError ? error.detail.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'reason' in cause ? (cause as Refusal) : null;
}

export const hasCode = (error: unknown, code: ConnectorErrorCode): boolean =>
  error instanceof ConnectorError && error.code === code;

/** Seconds or a date. */
export function retryAfterMs(header: string | undefined): { retryAfterMs?: number } {
  if (header === undefined) return {};
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? {} : { retryAfterMs: Math.max(0, ms) };
}

function byStatus(status: number): ConnectorErrorCode {
  if (status === 401) return 'auth_expired';
  if (status === 404 || status === 410) return 'not_found';
  if (status === 409 || status === 412) return 'conflict';
  if (status === 429) return 'rate_limited';
  return status === 408 || status >= 500 ? 'unavailable' : 'forbidden';
}

function parse(body: string): { reason: string | null; location: string | null; message: string | null } {
  try {
    const { error } = JSON.parse(body) as {
      error?: { message?: string; errors?: { reason?: string; location?: string }[] };
    };
    const [first] = error?.errors ?? [];
    return { reason: first?.reason ?? null, location: first?.location ?? null, message: error?.message ?? null };
  } catch {
    return { reason: null, location: null, message: null };
  }
}

/** A place in a list or in the feed that Google no longer knows. */
export function isStalePage(error: unknown): boolean {
  const refused = refusalOf(error);
  return refused !== null && refused.location === 'pageToken' && (refused.status === 400 || refused.status === 404);
}
