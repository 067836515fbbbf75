import type { ConnectorError, ConnectorErrorCode } from '@sheaf/connectors';

/** Quotes a call and its status, as in 'Dropbox answers users/get_space_usage with 503.': for logs, not for people. */
const quotesCall = /\b(?:answers?|answered)\b/;

const reasons: Record<ConnectorErrorCode, (app: string) => string> = {
  auth_expired: (app) => `Access to ${app} has expired.`,
  auth_revoked: (app) => `Access to ${app} was removed.`,
  forbidden: (app) => `${app} doesn’t allow this.`,
  not_found: (app) => `It’s no longer in ${app}.`,
  conflict: (app) => `It was changed in ${app} at the same time.`,
  quota_full: (app) => `${app} is full.`,
  rate_limited: (app) => `${app} asks us to wait.`,
  cursor_expired: (app) => `${app} asks us to list everything again.`,
  corrupt: (app) => `The file didn’t arrive complete from ${app}.`,
  unavailable: (app) => `${app} isn’t responding properly right now.`,
};

/** What went wrong at an app, in words for people. `app` is its name. */
export const plainReason = ({ code, message }: Pick<ConnectorError, 'code' | 'message'>, app: string): string =>
  quotesCall.test(message) ? reasons[code](app) : message;
