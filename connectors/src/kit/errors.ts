/** What went wrong at a cloud. The code alone decides what the caller does next. */
export const connectorErrorCodes = {
  auth_expired: 'refresh the token and try once more',
  auth_revoked: 'ask the person to connect again',
  forbidden: 'report the item and continue',
  not_found: 'the item no longer exists',
  conflict: 'the item changed or its name is taken; read it again',
  quota_full: 'stop writing and inform the person',
  rate_limited: 'wait as long as requested, then continue',
  cursor_expired: 'list everything again; ids stay the same',
  corrupt: 'the bytes do not match; fetch or send again',
  unavailable: 'try again later',
} as const;

export type ConnectorErrorCode = keyof typeof connectorErrorCodes;

interface Detail {
  /** The wait that the cloud requests. */
  retryAfterMs?: number;
  /** Whose limit it is: this account’s, or the one that all accounts of our app share. */
  limit?: 'account' | 'app';
  /** The invalid field among those a person typed to connect; null if none of them is. */
  field?: string | null;
  /** The message is worded for people; see `plainError`. */
  isPlain?: true;
  cause?: unknown;
}

const maxMessageLength = 500;

/** Messages are logged, stored, shown and may quote a server, so they are cut to one line that ends as a sentence. */
function sentence(message: string): string {
  const line = message
    .slice(0, maxMessageLength)
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ');
  return /[.?!]$/.test(line) ? line : `${line}.`;
}

/**
 * The only error a connector throws. Connectors classify errors; the caller waits and retries. The message is for logs
 * and may name calls and status codes: people are told `plain`, or else what the code means.
 */
export class ConnectorError extends Error {
  override name = 'ConnectorError';
  readonly code: ConnectorErrorCode;
  readonly detail: Detail;
  constructor(code: ConnectorErrorCode, message: string, detail: Detail = {}) {
    super(sentence(message), { cause: detail.cause });
    this.code = code;
    this.detail = detail;
  }

  /** The message for people, if there is more to say than the code does. */
  get plain(): string | null {
    return this.detail.isPlain ? this.message : null;
  }
}

/** An error whose message is shown to people unchanged. */
export const plainError = (code: ConnectorErrorCode, message: string, detail: Detail = {}): ConnectorError =>
  new ConnectorError(code, message, { ...detail, isPlain: true });
