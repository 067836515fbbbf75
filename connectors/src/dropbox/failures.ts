import { ConnectorError, type ConnectorErrorCode } from '../kit/errors.ts';
import type { HttpResponse } from '../kit/http.ts';

/** What Dropbox refused, with the tags of its error from the outside in: path, conflict, file. */
export class DropboxFailure extends ConnectorError {
  readonly tags: readonly string[];
  /** Of an upload session: how far it really is. */
  readonly correctOffset: number | undefined;

  constructor(
    code: ConnectorErrorCode,
    message: string,
    detail: { tags: readonly string[]; correctOffset?: number; retryAfterMs?: number },
  ) {
    const { retryAfterMs } = detail;
    super(code, message, { ...(retryAfterMs !== undefined && { retryAfterMs }) });
    this.tags = detail.tags;
    this.correctOffset = detail.correctOffset;
  }
}

/** The innermost tag that is known decides; the unions are open, and what is new counts as "refused". */
const codes: Readonly<Record<string, ConnectorErrorCode>> = {
  expired_access_token: 'auth_expired',
  invalid_access_token: 'auth_expired',
  missing_scope: 'auth_revoked',
  user_suspended: 'auth_revoked',
  not_found: 'not_found',
  reset: 'cursor_expired',
  conflict: 'conflict',
  incorrect_offset: 'conflict',
  closed: 'conflict',
  insufficient_space: 'quota_full',
  insufficient_quota: 'quota_full',
  too_many_requests: 'rate_limited',
  too_many_write_operations: 'rate_limited',
  content_hash_mismatch: 'corrupt',
  internal_error: 'unavailable',
  retry_error: 'unavailable',
};

const statuses: Readonly<Record<number, ConnectorErrorCode>> = {
  401: 'auth_revoked',
  408: 'unavailable',
  416: 'conflict',
  429: 'rate_limited',
};

const MOST_ERROR_BYTES = 64 * 1024;

/** Reads the answer to a call that went wrong. Dropbox says why in JSON, in plain text or, when ill, in HTML. */
export async function failureOf(route: string, response: HttpResponse): Promise<DropboxFailure> {
  const { status, headers } = response;
  const { summary, error } = bodyOf(await response.text(MOST_ERROR_BYTES));
  const tags = tagsOf(error);
  const retryAfterMs = waitOf(headers['retry-after'], error);
  const known = tags.findLast((tag) => Object.hasOwn(codes, tag)) ?? '';
  const code = codes[known] ?? statuses[status] ?? (status >= 500 ? 'unavailable' : 'forbidden');
  const message = `Dropbox answers ${route} with ${status}${summary === '' ? '' : `: ${summary}`}`;
  return new DropboxFailure(code, message, { tags, correctOffset: offsetOf(error), retryAfterMs });
}

function bodyOf(text: string): { summary: string; error: unknown } {
  try {
    const body = JSON.parse(text) as { error_summary?: unknown; error?: unknown };
    if (typeof body === 'object' && body !== null) {
      return { summary: String(body.error_summary ?? '').replace(/[/.]+$/, ''), error: body.error };
    }
  } catch {
    // Plain text: of bad input it says what was bad, and may quote what we sent.
  }
  return { summary: '', error: null };
}

function tagsOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [];
  const union = error as Record<string, unknown>;
  const tag = union['.tag'];
  // A struct, such as the reason of a rate limit, has no tag of its own.
  if (typeof tag !== 'string') return tagsOf(union.reason);
  return [tag, ...tagsOf(union[tag] ?? union.reason)];
}

function offsetOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { correct_offset, lookup_failed } = error as { correct_offset?: unknown; lookup_failed?: unknown };
  return typeof correct_offset === 'number' ? correct_offset : offsetOf(lookup_failed);
}

function waitOf(header: string | undefined, error: unknown): number | undefined {
  const told = header ?? (error as { retry_after?: number } | null | undefined)?.retry_after;
  const seconds = told === undefined ? Number.NaN : Number(told);
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : undefined;
}
