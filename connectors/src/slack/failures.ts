import { ConnectorError, type ConnectorErrorCode } from '../kit/errors.ts';
import type { HttpResponse } from '../kit/http/http.ts';

/** An error of Slack, identified by its name. */
export class SlackFailure extends ConnectorError {
  readonly error: string;

  constructor(code: ConnectorErrorCode, message: string, error: string, retryAfterMs?: number) {
    // Slack limits calls by method and workspace.
    const limit = code === 'rate_limited' && { limit: 'account' as const };
    super(code, message, { ...(retryAfterMs !== undefined && { retryAfterMs }), ...limit });
    this.error = error;
  }
}

/** Errors that mean more than a refusal. Slack's list is open: any other is a refusal. */
const codes: Readonly<Record<string, ConnectorErrorCode>> = {
  token_expired: 'auth_expired',
  invalid_auth: 'auth_expired',
  not_authed: 'auth_revoked',
  token_revoked: 'auth_revoked',
  account_inactive: 'auth_revoked',
  user_removed_from_team: 'auth_revoked',
  org_login_required: 'auth_revoked',
  two_factor_setup_required: 'auth_revoked',
  missing_scope: 'auth_revoked',
  channel_not_found: 'not_found',
  thread_not_found: 'not_found',
  message_not_found: 'not_found',
  file_not_found: 'not_found',
  file_deleted: 'not_found',
  user_not_found: 'not_found',
  users_not_found: 'not_found',
  invalid_cursor: 'cursor_expired',
  ratelimited: 'rate_limited',
  rate_limited: 'rate_limited',
  internal_error: 'unavailable',
  fatal_error: 'unavailable',
  service_unavailable: 'unavailable',
  request_timeout: 'unavailable',
  team_added_to_org: 'unavailable',
};

const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** Reads the answer of a method; its body states whether the call succeeded. */
export async function answerOf<T>(method: string, response: HttpResponse): Promise<T> {
  const { status, headers } = response;
  const text = await response.text(MAX_ANSWER_BYTES);
  const body = objectIn(text);
  if (status === 200 && body?.ok === true) return body as T;
  const error = typeof body?.error === 'string' ? body.error.slice(0, 100) : '';
  const code = codeOf(status, error);
  const said = error === '' ? `with ${status}` : `with ${error}`;
  throw new SlackFailure(code, `Slack answers ${method} ${said}`, error, waitOf(headers['retry-after']));
}

function codeOf(status: number, error: string): ConnectorErrorCode {
  if (status === 429) return 'rate_limited';
  if (Object.hasOwn(codes, error)) return codes[error]!;
  if (status >= 500 || status === 408) return 'unavailable';
  // The page comes from an intermediary, such as a proxy.
  if (status === 200 && error === '') return 'unavailable';
  return 'forbidden';
}

export function waitOf(header: string | undefined): number | undefined {
  const seconds = header === undefined ? Number.NaN : Number(header);
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : undefined;
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
