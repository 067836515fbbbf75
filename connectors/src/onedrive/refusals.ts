import { ConnectorError, type ConnectorErrorCode } from '../kit/errors.ts';
import type { HttpResponse } from '../kit/http/http.ts';
import { retryAfterMs } from '../kit/http/retry-after.ts';

/** Graph's answer, kept as the cause of the error. */
interface Refusal {
  status: number;
  codes: readonly string[];
}

/** By Graph's codes, which are more specific than the status. */
const codes: Record<string, ConnectorErrorCode> = {
  InvalidAuthenticationToken: 'auth_expired',
  unauthenticated: 'auth_expired',
  accessDenied: 'forbidden',
  malwareDetected: 'forbidden',
  itemNotFound: 'not_found',
  nameAlreadyExists: 'conflict',
  resourceModified: 'conflict',
  quotaLimitReached: 'quota_full',
  insufficientStorage: 'quota_full',
  activityLimitReached: 'rate_limited',
  TooManyRequests: 'rate_limited',
  resyncRequired: 'cursor_expired',
  resyncChangesApplyDifferences: 'cursor_expired',
  resyncChangesUploadDifferences: 'cursor_expired',
};

/** Limits that all accounts of the app share: `Application` and `Tenant_Application`. */
const APP_SCOPE = /^(tenant_)?application\b/i;

/** Reads the body of a refusal and classifies it. */
export async function refusal(response: HttpResponse): Promise<ConnectorError> {
  const { status, headers } = response;
  const { names, message } = parse(await response.text(256 * 1024).catch(() => ''));
  // The innermost code is the most specific; unknown ones are ignored.
  const known = names.findLast((name) => Object.hasOwn(codes, name));
  const wait = retryAfterMs(headers['retry-after']);
  const isThrottled = status === 429 || status === 509 || (status === 503 && wait.retryAfterMs !== undefined);
  // Somebody has the file open in Office, which lasts minutes, whatever code Graph uses.
  const isLocked = status === 423;
  const code = isThrottled ? 'rate_limited' : isLocked ? 'unavailable' : (codes[known ?? ''] ?? byStatus(status));
  const scope = String(headers['x-ms-throttle-scope'] ?? '');
  return new ConnectorError(code, `OneDrive: ${message ?? `status ${status}`}`, {
    ...(code === 'rate_limited' || code === 'unavailable' ? wait : {}),
    ...(code === 'rate_limited' && { limit: APP_SCOPE.test(scope) ? 'app' : 'account' }),
    cause: { status, codes: names } satisfies Refusal,
  });
}

/** The status of Graph's answer, if the error came from Graph. */
export function statusOf(error: unknown): number | null {
  const cause = error instanceof ConnectorError ? error.detail.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'codes' in cause ? (cause as Refusal).status : null;
}

export const hasCode = (error: unknown, code: ConnectorErrorCode): error is ConnectorError =>
  error instanceof ConnectorError && error.code === code;

/** The error code for one that Graph names in a body, as the monitor of a copy does. */
export const codeOf = (name: string | undefined): ConnectorErrorCode => codes[name ?? ''] ?? 'unavailable';

function byStatus(status: number): ConnectorErrorCode {
  if (status === 401) return 'auth_expired';
  if (status === 404) return 'not_found';
  if (status === 409 || status === 412) return 'conflict';
  if (status === 410) return 'cursor_expired';
  if (status === 507) return 'quota_full';
  return status === 408 || status >= 500 ? 'unavailable' : 'forbidden';
}

interface ErrorBody {
  code?: string;
  message?: string;
  innerError?: ErrorBody;
  innererror?: ErrorBody;
}

/** The codes from the outermost to the innermost. */
function parse(body: string): { names: string[]; message: string | null } {
  const names: string[] = [];
  try {
    const { error } = JSON.parse(body) as { error?: ErrorBody };
    for (let at = error; at; at = at.innerError ?? at.innererror) if (at.code !== undefined) names.push(at.code);
    return { names, message: error?.message ?? null };
  } catch {
    return { names, message: null };
  }
}
