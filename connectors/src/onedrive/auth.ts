import type { OAuthApp } from '../kit/app.ts';
import type { MoreAccess, OAuth, TokenSet } from '../kit/connector.ts';
import { ConnectorError, plainError } from '../kit/errors.ts';
import { retryAfterMs } from './refusals.ts';

/**
 * The profile, the person's own drive, and a refresh token. By default only an administrator can allow a company's people more
 * than their own files (Files.*.All and Sites.*), so that is not asked for until somebody wants it.
 */
const scopes = ['User.Read', 'Files.ReadWrite', 'offline_access'];

/** Personal accounts have no sites: Microsoft leaves that scope out. */
const shared: MoreAccess = {
  key: 'shared',
  name: 'SharePoint libraries and shared folders',
  text: 'The libraries of SharePoint sites you follow, and folders of other people that you added to your OneDrive.',
  grantedBy:
    'If Microsoft says that you need approval, ask the Microsoft 365 administrator of your company to allow Sheaf.',
  scopes: ['Files.ReadWrite.All'],
};
const asked: Readonly<Record<string, readonly string[]>> = { [shared.key]: [...shared.scopes, 'Sites.Read.All'] };
const readsFiles = (scope: string) => scope === 'Files.ReadWrite' || scope === 'Files.ReadWrite.All';

interface TokenAnswer {
  access_token: string;
  expires_in: number;
  refresh_token?: string;
  scope?: string;
}

/** The person has to sign in again, perhaps with a second factor or another consent. */
const needsPerson = new Set(['invalid_grant', 'interaction_required', 'consent_required', 'login_required']);

/** Microsoft has no call that revokes a grant: people withdraw it in their account. */
export const auth: OAuth = {
  kind: 'oauth2',
  more: [shared],

  authorizeUrl(app, { state, redirectUri, challenge, access = [], login }) {
    const url = new URL(app.urls.authorize!);
    const ask = {
      client_id: app.clientId,
      response_type: 'code',
      response_mode: 'query',
      redirect_uri: redirectUri,
      scope: [...scopes, ...access.flatMap((key) => asked[key] ?? [])].join(' '),
      state,
      // People are often signed in with several accounts.
      ...(login === undefined ? { prompt: 'select_account' } : { login_hint: login }),
      code_challenge: challenge,
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(ask)) url.searchParams.set(name, value);
    return url;
  },

  async exchange(app, { code, redirectUri, verifier }) {
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
    const tokens = await askForTokens(app, grant);
    if (!tokens.scopes.some(readsFiles)) throw plainError('forbidden', 'Access to the files was not granted');
    return tokens;
  },

  /** Every refresh brings another refresh token, which replaces the old one. */
  refresh: (app, refreshToken) => askForTokens(app, { grant_type: 'refresh_token', refresh_token: refreshToken }),
};

async function askForTokens(app: OAuthApp, grant: Record<string, string>): Promise<TokenSet> {
  const form = { ...grant, client_id: app.clientId, client_secret: app.clientSecret };
  const response = await app.http.send({
    method: 'POST',
    url: app.urls.token!,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(form).toString(),
  });
  if (response.status === 200) {
    const answer = await response.json<TokenAnswer>();
    return {
      accessToken: answer.access_token,
      ...(answer.refresh_token !== undefined && { refreshToken: answer.refresh_token }),
      expiresAt: new Date(Date.now() + answer.expires_in * 1000),
      scopes: (answer.scope ?? '').split(' ').filter(Boolean).map(shortName),
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
    throw new ConnectorError(code, `Microsoft answered ${response.status} to a token request`, detail);
  }
  const { error, error_description } = await response.json<{ error?: string; error_description?: string }>();
  if (error !== undefined && needsPerson.has(error))
    throw new ConnectorError('auth_revoked', 'The grant was withdrawn or has expired');
  // A wrong client id, secret or redirect address: a mistake in our configuration, not the person's.
  const number = /AADSTS\d+/.exec(error_description ?? '')?.[0];
  throw new ConnectorError('forbidden', `Microsoft refused the app's token request: ${number ?? error}`);
}

/** Some accounts get `https://graph.microsoft.com/Files.Read` for `Files.Read`. */
const shortName = (scope: string) => scope.slice(scope.lastIndexOf('/') + 1);
