import type { OAuthApp } from '../kit/app.ts';
import type { OAuth } from '../kit/connector.ts';
import { ConnectorError } from '../kit/errors.ts';
import { standardOAuth } from '../kit/oauth.ts';

/** The minimum for reading, and for writing as the destination of a transfer. */
export const scopes = ['account_info.read', 'files.metadata.read', 'files.content.read', 'files.content.write'];

const oauth = standardOAuth({
  name: 'Dropbox',
  tokenUrl: (app) => `${app.urls.api}/oauth2/token`,
  hasPkce: true,
  ask: () => ({ scope: scopes.join(' '), token_access_type: 'offline' }),
});

export const auth: OAuth = {
  ...oauth,

  /** Ends the grant, and with it every token made from it. */
  async revoke(app, tokens) {
    if (await isRevoked(app, tokens.accessToken)) return;
    // Perhaps only the access token has expired and the refresh token still works.
    if (tokens.refreshToken === undefined) return;
    try {
      const { accessToken } = await oauth.refresh(app, tokens.refreshToken);
      await isRevoked(app, accessToken);
    } catch (error) {
      if (!(error instanceof ConnectorError && error.code === 'auth_revoked')) throw error;
    }
  },
};

/** True when the token is revoked now or was before; false for an expired token. */
async function isRevoked(app: OAuthApp, accessToken: string): Promise<boolean> {
  const response = await app.http.send({
    method: 'POST',
    url: `${app.urls.api}/2/auth/token/revoke`,
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: 'null',
  });
  if (response.status === 200 || response.status === 401) {
    const text = await response.text();
    return response.status === 200 || !text.includes('expired_access_token');
  }
  await response.discard();
  throw new ConnectorError('unavailable', `Dropbox answers a revocation with ${response.status}`);
}
