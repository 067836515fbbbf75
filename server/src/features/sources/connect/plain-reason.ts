import type { ConnectorError, ConnectorErrorCode } from '@sheaf/connectors';

const reasons: Record<ConnectorErrorCode, (app: string) => string> = {
  auth_expired: (app) => `Access to ${app} has expired.`,
  auth_revoked: (app) => `Access to ${app} was removed.`,
  forbidden: (app) => `${app} doesn’t allow this.`,
  not_found: (app) => `It’s no longer in ${app}.`,
  conflict: (app) => `Something changed in ${app} at the same time.`,
  quota_full: (app) => `${app} is full.`,
  rate_limited: (app) => `${app} asks Sheaf to wait.`,
  cursor_expired: (app) => `${app} asks Sheaf to list everything again.`,
  corrupt: () => 'What arrived doesn’t match the original.',
  unavailable: (app) => `${app} isn’t responding properly right now.`,
};

/** The problem with an app in words for people; the error's own message is for logs. `app` is its name. */
export const plainReason = ({ code, plain }: Pick<ConnectorError, 'code' | 'plain'>, app: string): string =>
  plain ?? reasons[code](app);
