import type { OAuthApp } from '../kit/app.ts';
import type { OAuth, TokenSet } from '../kit/connector.ts';
import { ConnectorError } from '../kit/errors.ts';
import { retryAfterMs } from '../kit/http/retry-after.ts';

/** All files, to read for syncing and to write for transfers. */
const SCOPE = 'root_readwrite';

interface TokenAnswer {
  access_token: string;
  expires_in: number;
  refresh_token?: string;
}

/** Box knows no PKCE, and does not tell which scopes were granted. */
export const auth: OAuth = {
  kind: 'oauth2',

  authorizeUrl(app, { state, redirectUri }) {
    const url = new URL(app.urls.authorize!);
    const ask = { client_id: app.clientId, response_type: 'code', redirect_uri: redirectUri, scope: SCOPE, state };
    for (const [name, value] of Object.entries(ask)) url.searchParams.set(name, value);
    return url;
  },

  exchange: (app, { code, redirectUri }) =>
    askForTokens(app, { grant_type: 'authorization_code', code, redirect_uri: redirectUri }),

  /** The refresh token can be used once: the answer holds the next one, which lasts 60 days. */
  refresh: (app, refreshToken) => askForTokens(app, { grant_type: 'refresh_token', refresh_token: refreshToken }),

  /** Ends the grant with all its tokens; one that has ended already is success. */
  async revoke(app, tokens) {
    const response = await post(app, 'revoke', { token: tokens.refreshToken ?? tokens.accessToken });
    await response.discard();
    if (response.status === 429 || response.status >= 500)
      throw new ConnectorError('unavailable', `Box answers a revocation with ${response.status}`);
  },
};

async function askForTokens(app: OAuthApp, grant: Record<string, string>): Promise<TokenSet> {
  const response = await post(app, 'token', grant);
  if (response.status === 200) {
    const answer = await response.json<TokenAnswer>();
    return {
      accessToken: answer.access_token,
      ...(answer.refresh_token !== undefined && { refreshToken: answer.refresh_token }),
      expiresAt: new Date(Date.now() + answer.expires_in * 1000),
      scopes: [],
    };
  }
  if (response.status === 429 || response.status >= 500) {
    await response.discard();
    const wait = retryAfterMs(response.headers['retry-after']);
    const message = `Box answers a request for tokens with ${response.status}`;
    if (response.status === 429) throw new ConnectorError('rate_limited', message, { ...wait, limit: 'app' });
    throw new ConnectorError('unavailable', message, wait);
  }
  const { error } = await response.json<{ error?: string }>();
  if (error === 'invalid_grant') throw new ConnectorError('auth_revoked', 'The grant was withdrawn or has expired');
  // A wrong client id, secret or redirect address: a mistake in our configuration, not the person's.
  throw new ConnectorError('forbidden', `Box refuses the app: ${error ?? response.status}`);
}

const post = (app: OAuthApp, what: 'token' | 'revoke', form: Record<string, string>) =>
  app.http.send({
    method: 'POST',
    url: `${app.urls.api}/oauth2/${what}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({ ...form, client_id: app.clientId, client_secret: app.clientSecret }).toString(),
  });
