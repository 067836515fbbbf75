import { ConnectorError, type ConnectorErrorCode, plainError } from '../../kit/errors.ts';
import { unreachable } from '../../kit/network/unreachable.ts';

/** The properties that imapflow adds to its errors. */
interface ImapError extends Error {
  code?: string;
  authenticationFailed?: boolean;
  serverResponseCode?: string;
  responseStatus?: 'NO' | 'BAD';
  /** The server’s explanation for a refused token. */
  oauthError?: unknown;
  responseText?: string;
  /** The reason why the server ended the connection; TLS errors use it differently. */
  reason?: string;
  throttleReset?: number;
  response?: unknown;
}

/** Response codes of RFC 5530 and its relatives. */
const RESPONSE_CODES: Readonly<Record<string, [code: ConnectorErrorCode, message: string]>> = {
  OVERQUOTA: ['quota_full', 'The mailbox is full'],
  NONEXISTENT: ['not_found', 'Mailbox not found'],
  TRYCREATE: ['not_found', 'Mailbox not found'],
  NOPERM: ['forbidden', 'The mail server doesn’t allow it'],
  UNAVAILABLE: ['unavailable', 'A part of the mail server can’t be reached at the moment'],
  INUSE: ['unavailable', 'The mailbox is in use at the moment'],
  SERVERBUG: ['unavailable', 'The mail server reports an internal error'],
  LIMIT: ['rate_limited', 'A limit of the mail server is reached'],
  THROTTLED: ['rate_limited', 'The mail server asks to slow down'],
};

const CONNECTION_CODES: Readonly<Record<string, [code: ConnectorErrorCode, reason: string]>> = {
  GREETING_TIMEOUT: ['unavailable', 'doesn’t answer'],
  CONNECT_TIMEOUT: ['unavailable', 'doesn’t answer'],
  ETIMEOUT: ['unavailable', 'doesn’t answer'],
  EPROTO: ['unavailable', 'doesn’t support TLS on this port. Check the port, or choose STARTTLS.'],
  LiteralTooLarge: ['forbidden', 'sends more than it was asked for'],
  LineTooLarge: ['forbidden', 'sends more than it was asked for'],
  ResponseTooLarge: ['forbidden', 'sends more than it was asked for'],
  InvalidResponse: ['unavailable', 'sends answers that aren’t IMAP'],
  UnexpectedTag: ['unavailable', 'sends answers that aren’t IMAP'],
  ResponseProcessingFailed: ['unavailable', 'sends answers that aren’t IMAP'],
};

const TOO_MANY =
  /too many|maximum number of connections|connection limit|throttl|bandwidth limit|rate limit|slow down/i;

/** Classifies an error of the connection or of a command; `server` is the address that people entered. */
export function failureOf(error: unknown, server: string): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const cause = error as ImapError;
  const hasEnded = /^(NoConnection|EConnectionClosed|ClosedAfterConnect|BYE)/.test(cause.code ?? '');
  const serverText = cause.responseText || (hasEnded && cause.reason) || '';
  const code = cause.serverResponseCode ?? responseCodeOf(cause.response);
  const quote = serverText ? `: ${serverText}` : '';
  const make = (kind: ConnectorErrorCode, message: string) =>
    new ConnectorError(kind, message, { cause, ...(kind === 'rate_limited' && { limit: 'account' }) });

  if (cause.code === 'ETHROTTLE' || TOO_MANY.test(serverText))
    return new ConnectorError('rate_limited', `The mail server asks to slow down${quote}`, {
      cause,
      limit: 'account',
      ...(cause.throttleReset !== undefined && { retryAfterMs: cause.throttleReset }),
    });
  const known = code === undefined ? undefined : RESPONSE_CODES[code];
  if (known) return make(known[0], `${known[1]}${quote}`);
  if (cause.authenticationFailed) return refusedSignIn(cause, serverText);
  if (cause.responseStatus === 'NO') return make('unavailable', `The mail server refused a command${quote}`);
  if (cause.responseStatus === 'BAD') return make('forbidden', `The mail server doesn’t understand a command${quote}`);
  if (hasEnded) return make('unavailable', `${server} ended the connection${quote}`);
  const connection = CONNECTION_CODES[cause.code ?? ''] ?? (isTlsError(cause) ? CONNECTION_CODES.EPROTO : undefined);
  if (connection) {
    const field = connection === CONNECTION_CODES.EPROTO ? 'security' : 'host';
    return plainError(connection[0], `${server} ${connection[1]}`, { cause, field });
  }
  return unreachable(server, cause);
}

function refusedSignIn(cause: ImapError, serverText: string): ConnectorError {
  if (cause.oauthError !== undefined)
    return plainError('auth_revoked', 'The mail server refuses the sign-in', { cause });
  if (cause.responseStatus === undefined)
    return plainError('forbidden', 'The mail server doesn’t accept sign-in with a password', {
      cause,
      field: 'password',
    });
  const quote = serverText ? ` It says: ${serverText}` : '';
  return plainError('auth_revoked', `The mail server refuses the username or the password.${quote}`, { cause });
}

const isTlsError = ({ code = '' }: ImapError) => code.startsWith('ERR_SSL_');

/** The `[CODE]` of a tagged response, as parsed by imapflow. */
function responseCodeOf(response: unknown): string | undefined {
  const { attributes } = (response ?? {}) as { attributes?: { section?: { value?: unknown }[] }[] };
  const value = attributes?.[0]?.section?.[0]?.value;
  return typeof value === 'string' ? value.toUpperCase() : undefined;
}

export const isFailure = (error: unknown, code: ConnectorErrorCode): boolean =>
  error instanceof ConnectorError && error.code === code;
