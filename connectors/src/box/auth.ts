import type { OAuth } from '../kit/connector.ts';
import { revokeAt, standardOAuth, withSecret } from '../kit/oauth.ts';

/**
 * Box doesn’t support PKCE and doesn’t report which scopes were granted. A refresh token works once, within 60 days.
 */
export const auth: OAuth = {
  ...standardOAuth({
    name: 'Box',
    tokenUrl: (app) => `${app.urls.api}/oauth2/token`,
    hasPkce: false,
    // All files, to read for syncing and to write for transfers.
    ask: () => ({ scope: 'root_readwrite' }),
  }),
  revoke: (app, tokens) =>
    revokeAt(
      app,
      'Box',
      `${app.urls.api}/oauth2/revoke`,
      withSecret(app, { token: tokens.refreshToken ?? tokens.accessToken }),
    ),
};
