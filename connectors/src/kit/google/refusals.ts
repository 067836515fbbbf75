import { ConnectorError, type ConnectorErrorCode } from '../errors.ts';
import type { HttpResponse } from '../http/http.ts';
import { retryAfterMs } from '../http/retry-after.ts';

/** Google's answer, kept as the cause of the error. */
interface Refusal {
  status: number;
  reason: string | null;
  /** The parameter that Google rejects. */
  location: string | null;
}

/** Codes by Google’s reasons, which are more specific than the status; those in capitals come from newer APIs. */
const codes: Record<string, ConnectorErrorCode> = {
  authError: 'auth_expired',
  // A scope is missing: the person has to consent again. Missing permissions on a file have another reason.
  insufficientPermissions: 'auth_revoked',
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'auth_revoked',
  rateLimitExceeded: 'rate_limited',
  RATE_LIMIT_EXCEEDED: 'rate_limited',
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
/** Limits that need a long wait. */
const longWaits: Record<string, number> = {
  dailyLimitExceeded: HOUR,
  quotaExceeded: HOUR,
  sharingRateLimitExceeded: HOUR,
  downloadQuotaExceeded: 24 * HOUR,
};
/** Limits of our app, which all its accounts share. */
const appLimits = new Set(['dailyLimitExceeded', 'quotaExceeded']);
/**
 * If the text names the limit, as in “limit 'Queries per minute' of service …”, the text decides. Otherwise a
 * rateLimitExceeded is the project’s with status 403 and the person’s with 429, as Google documents it.
 */
function isAppLimit(reason: string, status: number, message: string): boolean {
  if (appLimits.has(reason)) return true;
  const [, named] = /limit '([^']*)' of/.exec(message) ?? [];
  if (named !== undefined) return / per (minute|day|100 seconds)( per project)?$/.test(named);
  return reason === 'rateLimitExceeded' && status === 403;
}

/** Reads the body of a refusal and classifies it; `name` is the source's, for the message. */
export async function refusal(response: HttpResponse, name: string): Promise<ConnectorError> {
  const { status } = response;
  const body = await response.text(256 * 1024).catch(() => '');
  const { reason, location, message } = parse(body);
  const code = (reason !== null && codes[reason]) || byStatus(status);
  const wait =
    reason !== null && longWaits[reason] ? { retryAfterMs: longWaits[reason] } : requestedWait(response, message);
  return new ConnectorError(code, `${name}: ${message ?? `status ${status}`}`, {
    ...(code === 'rate_limited' || code === 'unavailable' ? wait : {}),
    ...(code === 'rate_limited' && { limit: isAppLimit(reason ?? '', status, message ?? '') ? 'app' : 'account' }),
    cause: { status, reason, location } satisfies Refusal,
  });
}

/** Google's answer, if the error came from Google. */
export function refusalOf(error: unknown): Refusal | null {
  const cause = error instanceof ConnectorError ? error.detail.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'reason' in cause ? (cause as Refusal) : null;
}

export const hasCode = (error: unknown, code: ConnectorErrorCode): boolean =>
  error instanceof ConnectorError && error.code === code;

/**
 * The wait in the header or, in Gmail’s case, in the text: “User-rate limit exceeded. Retry after
 * 2026-01-21T12:57:51.196Z”.
 */
function requestedWait({ headers }: HttpResponse, message: string | null): { retryAfterMs?: number } {
  return retryAfterMs(headers['retry-after'] ?? /Retry after (\d{4}-[\dT:.-]+Z)/.exec(message ?? '')?.[1]);
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
      error?: {
        message?: string;
        errors?: { reason?: string; location?: string }[];
        details?: { reason?: string }[];
      };
    };
    const [first] = error?.errors ?? [];
    const reason = first?.reason ?? error?.details?.find((detail) => detail.reason)?.reason ?? null;
    return { reason, location: first?.location ?? null, message: error?.message ?? null };
  } catch {
    return { reason: null, location: null, message: null };
  }
}

/** A position in a list or in the feed that Google no longer accepts. */
export function isStalePage(error: unknown): boolean {
  const refused = refusalOf(error);
  return refused !== null && refused.location === 'pageToken' && (refused.status === 400 || refused.status === 404);
}
