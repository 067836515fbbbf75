import { ConnectorError, type ConnectorErrorCode } from '../kit/errors.ts';
import type { HttpResponse } from '../kit/http/http.ts';

/** An error answer of Dropbox, with its tags from the outside in: path, conflict, file. */
export class DropboxFailure extends ConnectorError {
  readonly tags: readonly string[];
  /** The correct offset of an upload session. */
  readonly correctOffset: number | undefined;

  constructor(
    code: ConnectorErrorCode,
    message: string,
    detail: { tags: readonly string[]; correctOffset?: number; retryAfterMs?: number; isPlain?: boolean },
  ) {
    const { retryAfterMs, tags, isPlain } = detail;
    // For other refusals Dropbox doesn’t report whether the person or the app exceeded a limit.
    const isOfAccount = tags.includes('too_many_write_operations');
    super(code, message, {
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      ...(isOfAccount && { limit: 'account' as const }),
      ...(isPlain && { isPlain }),
    });
    this.tags = detail.tags;
    this.correctOffset = detail.correctOffset;
  }
}

/** The innermost known tag decides. The unions are open: an unknown tag counts as "refused". */
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

/** The messages for refusals that people can do something about. */
const reasons: Readonly<Record<string, string>> = {
  no_write_permission:
    'You can’t edit this folder in Dropbox. Ask its owner for edit access, or choose another folder.',
  team_folder: 'Dropbox doesn’t let members move or delete a team folder. Ask an admin of the team.',
  access_restricted: 'An admin of the Dropbox team doesn’t allow this. Ask them for access.',
  operation_suppressed: 'Dropbox doesn’t allow this in this folder. Choose another folder.',
  disallowed_name: 'Dropbox doesn’t accept this name. Rename the file, then try again.',
  restricted_content: 'Dropbox doesn’t give out this file because of its content.',
  insufficient_space: 'This Dropbox is full. Free up space, then try again.',
  insufficient_quota: 'This Dropbox is full. Free up space, then try again.',
};

const statuses: Readonly<Record<number, ConnectorErrorCode>> = {
  401: 'auth_revoked',
  408: 'unavailable',
  416: 'conflict',
  429: 'rate_limited',
};

const MAX_ERROR_BYTES = 64 * 1024;

/** Reads an error answer, which Dropbox sends as JSON, as plain text or, when it has problems, as HTML. */
export async function failureOf(route: string, response: HttpResponse): Promise<DropboxFailure> {
  const { status, headers } = response;
  const { summary, error } = bodyOf(await response.text(MAX_ERROR_BYTES));
  return failureFrom(route, status, error, { summary, retryAfter: headers['retry-after'] });
}

/** The error tags and the retry hint of an error answer. */
export function failureFrom(
  route: string,
  status: number,
  error: unknown,
  { summary = '', retryAfter }: { summary?: string; retryAfter?: string } = {},
): DropboxFailure {
  const tags = tagsOf(error);
  const retryAfterMs = waitOf(retryAfter, error);
  const known = tags.findLast((tag) => Object.hasOwn(codes, tag)) ?? '';
  const code = codes[known] ?? statuses[status] ?? (status >= 500 ? 'unavailable' : 'forbidden');
  const reason = tags.findLast((tag) => Object.hasOwn(reasons, tag)) ?? '';
  const message = reasons[reason] ?? `Dropbox answers ${route} with ${status}${summary === '' ? '' : `: ${summary}`}`;
  return new DropboxFailure(code, message, {
    tags,
    correctOffset: offsetOf(error),
    retryAfterMs,
    isPlain: reason !== '',
  });
}

function bodyOf(text: string): { summary: string; error: unknown } {
  try {
    const body = JSON.parse(text) as { error_summary?: unknown; error?: unknown };
    if (typeof body === 'object' && body !== null) {
      return { summary: String(body.error_summary ?? '').replace(/[/.]+$/, ''), error: body.error };
    }
  } catch {
    // Plain text describes invalid input, and may quote it.
  }
  return { summary: '', error: null };
}

function tagsOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [];
  const union = error as Record<string, unknown>;
  const tag = union['.tag'];
  // A struct, such as the reason of a rate limit, has no tag.
  if (typeof tag !== 'string') return tagsOf(union.reason);
  return [tag, ...tagsOf(union[tag] ?? union.reason)];
}

function offsetOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { correct_offset, lookup_failed } = error as { correct_offset?: unknown; lookup_failed?: unknown };
  return typeof correct_offset === 'number' ? correct_offset : offsetOf(lookup_failed);
}

function waitOf(header: string | undefined, error: unknown): number | undefined {
  const retryAfter = header ?? (error as { retry_after?: number } | null | undefined)?.retry_after;
  const seconds = retryAfter === undefined ? Number.NaN : Number(retryAfter);
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : undefined;
}
