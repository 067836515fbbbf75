import { ConnectorError, type ConnectorErrorCode } from '../kit/errors.ts';
import type { HttpResponse } from '../kit/http/http.ts';
import { retryAfterMs } from '../kit/http/retry-after.ts';

/** The existing item, as Box describes it when a name is taken. */
export interface Conflict {
  type: 'file' | 'folder' | 'web_link';
  id: string;
}

/** Box's answer to a call that failed. */
export class BoxRefusal extends ConnectorError {
  /** Box’s error code, which is more specific than the status; empty if there was none. */
  readonly reason: string;
  readonly status: number;
  readonly conflict: Conflict | null;
  /** An earlier attempt of this call failed without an answer, and may have succeeded at Box. */
  isRepeat = false;

  constructor(
    code: ConnectorErrorCode,
    message: string,
    detail: ConstructorParameters<typeof ConnectorError>[2],
    answer: { status: number; reason: string; conflict: Conflict | null },
  ) {
    super(code, message, detail);
    this.status = answer.status;
    this.reason = answer.reason;
    this.conflict = answer.conflict;
  }
}

const codes: Record<string, ConnectorErrorCode> = {
  // A scope is missing: the person has to consent again. Missing permissions on an item have other codes.
  insufficient_scope: 'auth_revoked',
  rate_limit_exceeded: 'rate_limited',
  storage_limit_exceeded: 'quota_full',
  not_found: 'not_found',
  trashed: 'not_found',
  item_name_in_use: 'conflict',
  precondition_failed: 'conflict',
  range_overlaps_existing_range: 'conflict',
  // Both pass when the operation that holds the name or the folder has ended.
  operation_blocked_temporary: 'unavailable',
  name_temporarily_reserved: 'unavailable',
  bad_digest: 'corrupt',
  digest_mismatch: 'corrupt',
  // After the last part, Box may need a moment to register all of them.
  parts_mismatch: 'unavailable',
};

interface ErrorBody {
  code?: string;
  message?: string;
  context_info?: { conflicts?: Conflict | Conflict[] };
}

const MAX_BYTES = 256 * 1024;

/** Reads the body of a refusal and classifies it. */
export async function refusal(response: HttpResponse): Promise<BoxRefusal> {
  const { status, headers } = response;
  const body = parse(await response.text(MAX_BYTES).catch(() => ''));
  const reason = body.code ?? '';
  const wait = retryAfterMs(headers['retry-after']);
  const code = codes[reason] ?? byStatus(status, wait.retryAfterMs !== undefined);
  const conflicts = body.context_info?.conflicts;
  const detail = {
    ...((code === 'rate_limited' || code === 'unavailable') && wait),
    // Box counts the calls of each person.
    ...(code === 'rate_limited' && { limit: 'account' as const }),
  };
  const conflict = (Array.isArray(conflicts) ? conflicts[0] : conflicts) ?? null;
  return new BoxRefusal(code, `Box: ${body.message || reason || `status ${status}`}`, detail, {
    status,
    reason,
    conflict,
  });
}

/** Not an error: Box needs more time. */
export async function notReady(response: HttpResponse): Promise<ConnectorError> {
  await response.discard();
  const wait = retryAfterMs(response.headers['retry-after']);
  return new ConnectorError('unavailable', 'Box is not ready yet', wait);
}

/** A 403 with a `Retry-After` is a rate limit; any other is a missing permission. */
function byStatus(status: number, asksToWait: boolean): ConnectorErrorCode {
  if (status === 401) return 'auth_expired';
  if (status === 403 && asksToWait) return 'rate_limited';
  if (status === 404 || status === 410) return 'not_found';
  if (status === 409 || status === 412) return 'conflict';
  if (status === 429) return 'rate_limited';
  return status === 408 || status >= 500 ? 'unavailable' : 'forbidden';
}

function parse(body: string): ErrorBody {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

export const hasCode = (error: unknown, code: ConnectorErrorCode): error is ConnectorError =>
  error instanceof ConnectorError && error.code === code;

/** The item no longer exists for this person: deleted, trashed, or no longer shared with them. */
export const isGone = (error: unknown): boolean =>
  hasCode(error, 'not_found') ||
  (error instanceof BoxRefusal && error.reason === 'access_denied_insufficient_permissions');
