import type { OAuthApp } from '../app.ts';
import type { MoreAccess, OAuth, TokenSet } from '../connector.ts';
import { ConnectorError, plainError } from '../errors.ts';
import { retryAfterMs } from '../http/retry-after.ts';

interface TokenAnswer {
  access_token: string;
  expires_in: number;
  refresh_token?: string;
  scope?: string;
}

/** The person has to sign in again, perhaps with a second factor or another consent. */
const needsPerson = new Set(['invalid_grant', 'interaction_required', 'consent_required', 'login_required']);

/**
 * Signing in at Microsoft. A source asks for its own scopes at every refresh too, since a grant covers everything that
 * the person has consented to for the app. Microsoft has no call that revokes a grant: people withdraw it in their
 * account. So disconnecting one source leaves the others of the same app as they are.
 */
export function microsoftOAuth(source: {
  scopes: readonly string[];
  /** Without any of these the account is of no use. */
  needed: readonly string[];
  refusal: string;
  /** What is asked for only when somebody wants it, with all scopes that it takes; then every refresh brings what was granted. */
  more?: readonly { access: MoreAccess; asksFor: readonly string[] }[];
}): OAuth {
  const { scopes, needed, refusal, more = [] } = source;
  const scopesOf = (key: string) => more.find(({ access }) => access.key === key)?.asksFor ?? [];
  return {
    kind: 'oauth2',
    ...(more.length > 0 && { more: more.map(({ access }) => access) }),

    authorizeUrl(app, { state, redirectUri, challenge, access = [], login }) {
      const url = new URL(app.urls.authorize!);
      const ask = {
        client_id: app.clientId,
        response_type: 'code',
        response_mode: 'query',
        redirect_uri: redirectUri,
        scope: [...scopes, ...access.flatMap(scopesOf)].join(' '),
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
      if (!tokens.scopes.some((scope) => needed.includes(scope))) throw plainError('forbidden', refusal);
      return tokens;
    },

    /** Every refresh brings another refresh token, which replaces the old one. */
    refresh: (app, refreshToken) =>
      askForTokens(app, {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        ...(more.length === 0 && { scope: scopes.join(' ') }),
      }),
  };
}

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
    throw new ConnectorError(code, `Microsoft answered ${response.status} to a token request`, {
      ...retryAfterMs(response.headers['retry-after']),
      // Nobody is signed in yet: the limit is that of the app.
      ...(code === 'rate_limited' && { limit: 'app' as const }),
    });
  }
  const { error, error_description } = await response.json<{ error?: string; error_description?: string }>();
  if (error !== undefined && needsPerson.has(error))
    throw new ConnectorError('auth_revoked', 'The grant was withdrawn or has expired');
  // A wrong client id, secret or redirect address: a mistake in our configuration, not the person's.
  const number = /AADSTS\d+/.exec(error_description ?? '')?.[0];
  throw new ConnectorError('forbidden', `Microsoft refused the app's token request: ${number ?? error}`);
}

/** Some accounts get `https://graph.microsoft.com/Mail.Read` for `Mail.Read`. */
const shortName = (scope: string) => scope.slice(scope.lastIndexOf('/') + 1);
