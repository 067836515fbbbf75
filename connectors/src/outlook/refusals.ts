import { ConnectorError, type ConnectorErrorCode } from '../kit/errors.ts';
import { retryAfterMs } from '../kit/http/retry-after.ts';
import type { GraphError } from './graph.ts';

/** By Exchange's codes, which are more specific than the status. */
const codes: Record<string, ConnectorErrorCode> = {
  InvalidAuthenticationToken: 'auth_expired',
  ErrorItemNotFound: 'not_found',
  ErrorFolderNotFound: 'not_found',
  ErrorInvalidIdMalformed: 'not_found',
  ErrorAccessDenied: 'forbidden',
  MailboxNotEnabledForRESTAPI: 'forbidden',
  MailboxNotSupportedForRESTAPI: 'forbidden',
  ErrorMailboxMoveInProgress: 'unavailable',
  SyncStateNotFound: 'cursor_expired',
  SyncStateInvalid: 'cursor_expired',
  resyncRequired: 'cursor_expired',
  ApplicationThrottled: 'rate_limited',
  TooManyRequests: 'rate_limited',
};

/** Messages for people; Microsoft’s own texts don’t help them. */
const plain: Record<string, string> = {
  MailboxNotEnabledForRESTAPI: 'This account has no Outlook mailbox, or its mailbox is on your company’s own server',
  MailboxNotSupportedForRESTAPI: 'This account has no mailbox that Outlook can open',
};

/** Limits that all accounts of the app share. */
const APP_SCOPE = /^(tenant_)?application\b/i;

/** Classifies an unsuccessful answer, whether single or in a batch. */
export function refusal(
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  answer: GraphError | undefined,
): ConnectorError {
  const name = answer?.error?.code ?? '';
  const wait = retryAfterMs(header(headers, 'retry-after'));
  const isThrottled = status === 429 || (status === 503 && wait.retryAfterMs !== undefined);
  const code = isThrottled ? 'rate_limited' : Object.hasOwn(codes, name) ? codes[name]! : byStatus(status);
  const scope = header(headers, 'x-ms-throttle-scope') ?? '';
  return new ConnectorError(code, plain[name] ?? `Outlook: ${answer?.error?.message ?? `status ${status}`}`, {
    ...(code === 'rate_limited' || code === 'unavailable' ? wait : {}),
    ...(code === 'rate_limited' && { limit: APP_SCOPE.test(scope) ? 'app' : 'account' }),
    ...(Object.hasOwn(plain, name) && { isPlain: true as const }),
    cause: { status, code: name },
  });
}

export const hasCode = (error: unknown, code: ConnectorErrorCode): error is ConnectorError =>
  error instanceof ConnectorError && error.code === code;

export function statusOf(error: unknown): number | null {
  const cause = error instanceof ConnectorError ? error.detail.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'status' in cause ? (cause.status as number) : null;
}

/** In a batch, header names keep the service’s spelling. */
function header(headers: Readonly<Record<string, string | string[] | undefined>>, name: string): string | undefined {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : undefined;
}

function byStatus(status: number): ConnectorErrorCode {
  if (status === 401) return 'auth_expired';
  if (status === 404) return 'not_found';
  if (status === 409 || status === 412) return 'conflict';
  if (status === 410) return 'cursor_expired';
  // A request of a batch that depended on a failed one.
  return status === 408 || status === 424 || status >= 500 ? 'unavailable' : 'forbidden';
}
