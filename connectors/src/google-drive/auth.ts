import type { OAuth, OAuthApp, TokenSet } from '../kit/connector.ts';
import { ConnectorError } from '../kit/errors.ts';
import { retryAfterMs } from './refusals.ts';

const DRIVE_SCOPE = 'https://www.googleapis.com/auth/drive';
/** All of Drive, to read for syncing and to write for switching clouds; and whose account it is. */
const SCOPES = [DRIVE_SCOPE, 'openid', 'email'];

interface TokenAnswer {
  access_token: string;
  expires_in: number;
  refresh_token?: string;
  scope?: string;
}

export const auth: OAuth = {
  kind: 'oauth2',

  authorizeUrl(app, { state, redirectUri, challenge }) {
    const url = new URL(app.urls.authorize!);
    const ask = {
      client_id: app.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: SCOPES.join(' '),
      state,
      // Both are needed for a refresh token, also from people who consented before.
      access_type: 'offline',
      prompt: 'consent',
      include_granted_scopes: 'true',
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
    // People can untick what they were asked for.
    if (!tokens.scopes.includes(DRIVE_SCOPE))
      throw new ConnectorError('forbidden', 'Access to Google Drive was not granted');
    return tokens;
  },

  refresh: (app, refreshToken) => askToken(app, { grant_type: 'refresh_token', refresh_token: refreshToken }),

  /** Withdraws the whole grant; one that is gone already is success. */
  async revoke(app, tokens) {
    const response = await post(app, app.urls.revoke!, { token: tokens.refreshToken ?? tokens.accessToken });
    await response.discard();
    if (response.status >= 500)
      throw new ConnectorError('unavailable', `Google answered ${response.status} to a revocation`);
  },
};

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
    const wait = retryAfterMs(response.headers['retry-after']);
    throw new ConnectorError(code, `Google answered ${response.status} to a token request`, wait);
  }
  const { error } = await response.json<{ error?: string }>();
  if (error === 'invalid_grant') throw new ConnectorError('auth_revoked', 'The grant was withdrawn or has expired');
  // A wrong client id, secret or redirect address: ours to mend, not the person's.
  throw new ConnectorError('forbidden', `Google refused the app's token request: ${error ?? response.status}`);
}

const post = (app: OAuthApp, url: string, form: Record<string, string>) =>
  app.http.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(form).toString(),
  });
