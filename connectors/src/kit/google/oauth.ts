import type { OAuth } from '../connector.ts';
import { plainError } from '../errors.ts';
import { revokeAt, standardOAuth } from '../oauth.ts';

/**
 * Google's OAuth for one scope, and the identity of the account. Scopes granted to other sources are not included: each
 * account can do only what its source needs, and disconnecting one leaves the others connected.
 */
export function googleOAuth(source: { name: string; scope: string }): OAuth {
  const oauth = standardOAuth({
    name: 'Google',
    tokenUrl: (app) => app.urls.token!,
    hasPkce: true,
    ask: () => ({
      scope: [source.scope, 'openid', 'email'].join(' '),
      // Google returns a refresh token only with both, even for people who consented before.
      access_type: 'offline',
      prompt: 'consent',
    }),
  });
  return {
    ...oauth,

    async exchange(app, answer) {
      const tokens = await oauth.exchange(app, answer);
      // People can deselect scopes on the consent page.
      if (!tokens.scopes.includes(source.scope))
        throw plainError('forbidden', `Access to ${source.name} wasn’t granted`);
      return tokens;
    },

    revoke: (app, tokens) =>
      revokeAt(app, 'Google', app.urls.revoke!, { token: tokens.refreshToken ?? tokens.accessToken }),
  };
}
