import type { OAuthApp } from '../kit/app.ts';
import type { OAuth, TokenSet } from '../kit/connector.ts';
import { ConnectorError } from '../kit/errors.ts';

/** The minimum for reading, and for writing as the destination of a transfer. */
export const scopes = ['account_info.read', 'files.metadata.read', 'files.content.read', 'files.content.write'];

interface TokenAnswer {
  access_token: string;
  expires_in?: number;
  refresh_token?: string;
  /** Absent when a token is refreshed: scopes stay as they were. */
  scope?: string;
}

export const auth: OAuth = {
  kind: 'oauth2',

  authorizeUrl(app, { state, redirectUri, challenge }) {
    const url = new URL(app.urls.authorize!);
    const query = {
      client_id: app.clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: scopes.join(' '),
      state,
      token_access_type: 'offline',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  },

  exchange(app, { code, redirectUri, verifier }) {
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
    return askForTokens(app, grant);
  },

  refresh: (app, refreshToken) => askForTokens(app, { grant_type: 'refresh_token', refresh_token: refreshToken }),

  /** Ends the grant, and with it every token made from it. */
  async revoke(app, tokens) {
    if (await isRevoked(app, tokens.accessToken)) return;
    // Perhaps only the access token has expired; the grant is still valid through the refresh token.
    if (tokens.refreshToken === undefined) return;
    try {
      const { accessToken } = await auth.refresh(app, tokens.refreshToken);
      await isRevoked(app, accessToken);
    } catch (error) {
      if (!(error instanceof ConnectorError && error.code === 'auth_revoked')) throw error;
    }
  },
};

async function askForTokens(app: OAuthApp, grant: Record<string, string>): Promise<TokenSet> {
  const body = new URLSearchParams({ ...grant, client_id: app.clientId, client_secret: app.clientSecret });
  const response = await app.http.send({
    method: 'POST',
    url: `${app.urls.api}/oauth2/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
  });
  if (response.status !== 200) throw refusalOf(response.status, await response.text());
  const answer = await response.json<TokenAnswer>();
  return {
    accessToken: answer.access_token,
    ...(answer.refresh_token !== undefined && { refreshToken: answer.refresh_token }),
    expiresAt: answer.expires_in === undefined ? null : new Date(Date.now() + answer.expires_in * 1000),
    scopes: answer.scope?.split(' ') ?? [],
  };
}

function refusalOf(status: number, text: string): ConnectorError {
  if (status === 429)
    return new ConnectorError('rate_limited', 'Dropbox asks to wait before signing in', { limit: 'app' });
  if (status >= 500) return new ConnectorError('unavailable', `Dropbox answers a request for tokens with ${status}`);
  const code = /"error": *"(\w+)/.exec(text)?.[1] ?? String(status);
  if (code === 'invalid_grant') return new ConnectorError('auth_revoked', 'Dropbox no longer knows this grant');
  // invalid_client and the like are errors in our registration; connecting again would not fix them.
  return new ConnectorError('forbidden', `Dropbox refuses the app: ${code}`);
}

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
