import type { OAuthApp } from '../app.ts';
import type { OAuth, TokenSet } from '../connector.ts';
import { ConnectorError, plainError } from '../errors.ts';
import { retryAfterMs } from '../http/retry-after.ts';

interface TokenAnswer {
  access_token: string;
  expires_in: number;
  refresh_token?: string;
  scope?: string;
}

/**
 * Google's OAuth for one scope, and the identity of the account. Scopes that the person granted to other sources are not
 * included: each account can do no more than its source needs, and disconnecting one leaves the others connected.
 */
export const googleOAuth = (source: { name: string; scope: string }): OAuth => ({
  kind: 'oauth2',

  authorizeUrl(app, { state, redirectUri, challenge }) {
    const url = new URL(app.urls.authorize!);
    const ask = {
      client_id: app.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: [source.scope, 'openid', 'email'].join(' '),
      state,
      // Both are needed for a refresh token, also from people who consented before.
      access_type: 'offline',
      prompt: 'consent',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(ask)) url.searchParams.set(name, value);
    return url;
  },

  async exchange(app, { code, redirectUri, verifier }) {
    const tokens = await askToken(app, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
    // People can deselect scopes on the consent page.
    if (!tokens.scopes.includes(source.scope)) throw plainError('forbidden', `Access to ${source.name} wasn’t granted`);
    return tokens;
  },

  refresh: (app, refreshToken) => askToken(app, { grant_type: 'refresh_token', refresh_token: refreshToken }),

  /** Revokes the grant with all its tokens; one that is revoked already is success. */
  async revoke(app, tokens) {
    const response = await post(app, app.urls.revoke!, { token: tokens.refreshToken ?? tokens.accessToken });
    await response.discard();
    if (response.status >= 500)
      throw new ConnectorError('unavailable', `Google answered ${response.status} to a revocation`);
  },
});

async function askToken(app: OAuthApp, form: Record<string, string>): Promise<TokenSet> {
  const secrets = { client_id: app.clientId, client_secret: app.clientSecret };
  const response = await post(app, app.urls.token!, { ...form, ...secrets });
  if (response.status === 200) {
    const answer = await response.json<TokenAnswer>();
    return {
      accessToken: answer.access_token,
      ...(answer.refresh_token !== undefined && { refreshToken: answer.refresh_token }),
      expiresAt: new Date(Date.now() + answer.expires_in * 1000),
      scopes: (answer.scope ?? '').split(' ').filter(Boolean),
    };
  }
  if (response.status === 429 || response.status >= 500) {
    await response.discard();
    const code = response.status === 429 ? 'rate_limited' : 'unavailable';
    // Nobody is signed in yet: the limit is that of the app.
    const detail = {
      ...retryAfterMs(response.headers['retry-after']),
      ...(code === 'rate_limited' && { limit: 'app' as const }),
    };
    throw new ConnectorError(code, `Google answered ${response.status} to a token request`, detail);
  }
  const { error } = await response.json<{ error?: string }>();
  if (error === 'invalid_grant') throw new ConnectorError('auth_revoked', 'The grant was withdrawn or has expired');
  // A wrong client id, secret or redirect address: a mistake in our configuration, not the person's.
  throw new ConnectorError('forbidden', `Google refused the app's token request: ${error ?? response.status}`);
}

const post = (app: OAuthApp, url: string, form: Record<string, string>) =>
  app.http.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(form).toString(),
  });
