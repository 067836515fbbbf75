import type { OAuthApp } from './app.ts';
import type { AccessRequest, OAuth, TokenSet } from './connector.ts';
import { ConnectorError } from './errors.ts';
import { answered } from './http/answered.ts';
import type { HttpResponse } from './http/http.ts';
import { retryAfterMs } from './http/retry-after.ts';

/** The differences between a provider’s OAuth and the standard. */
export interface OAuthProvider {
  name: string;
  tokenUrl(app: OAuthApp): string;
  /** Additional parameters of the consent page. */
  ask(request: AccessRequest): Record<string, string>;
  /** Whether codes are bound to the attempt by a verifier. */
  hasPkce: boolean;
  /** Parameters of every refresh. */
  refreshWith?: Record<string, string>;
  /** Converts a granted scope to the connector’s name for it; unchanged by default. */
  scopeNamed?(scope: string): string;
  /** Errors that are fixed by reconnecting; `invalid_grant` by default. */
  needsPerson?: ReadonlySet<string>;
  /** Finds the mistake in the app’s registration in the error’s description; the error itself by default. */
  reasonIn?(description: string): string | undefined;
}

export interface TokenAnswer {
  access_token: string;
  expires_in?: number;
  refresh_token?: string;
  scope?: string;
}

const invalidGrant: ReadonlySet<string> = new Set(['invalid_grant']);

/** The consent page and the tokens of a provider that keeps to OAuth 2.0. */
export const standardOAuth = (provider: OAuthProvider): OAuth => ({
  kind: 'oauth2',

  authorizeUrl(app, request) {
    const { state, redirectUri, challenge } = request;
    return consentUrl(app, {
      redirect_uri: redirectUri,
      response_type: 'code',
      state,
      ...(provider.hasPkce && { code_challenge: challenge, code_challenge_method: 'S256' }),
      ...provider.ask(request),
    });
  },

  exchange: (app, { code, redirectUri, verifier }) =>
    askForTokens(app, provider, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      ...(provider.hasPkce && { code_verifier: verifier }),
    }),

  refresh: (app, refreshToken) =>
    askForTokens(app, provider, {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      ...provider.refreshWith,
    }),
});

export function consentUrl(app: OAuthApp, query: Record<string, string>): URL {
  const url = new URL(app.urls.authorize!);
  url.searchParams.set('client_id', app.clientId);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

export const postForm = (
  app: OAuthApp,
  url: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
) =>
  app.http.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', ...headers },
    body: new URLSearchParams(form).toString(),
  });

export const withSecret = (app: OAuthApp, form: Record<string, string>) => ({
  ...form,
  client_id: app.clientId,
  client_secret: app.clientSecret,
});

/** Revokes a grant with all its tokens; a grant that has ended already counts as success. */
export async function revokeAt(app: OAuthApp, name: string, url: string, form: Record<string, string>): Promise<void> {
  const response = await postForm(app, url, form);
  await response.discard();
  if (response.status === 429 || response.status >= 500)
    throw new ConnectorError('unavailable', `${name} answered ${response.status} to a revocation`);
}

export const tokenSet = (answer: TokenAnswer, scopes: string[]): TokenSet => ({
  accessToken: answer.access_token,
  ...(answer.refresh_token !== undefined && { refreshToken: answer.refresh_token }),
  expiresAt: answer.expires_in === undefined ? null : new Date(Date.now() + answer.expires_in * 1000),
  scopes,
});

async function askForTokens(app: OAuthApp, provider: OAuthProvider, grant: Record<string, string>): Promise<TokenSet> {
  const { name, tokenUrl, scopeNamed = (scope) => scope } = provider;
  const response = await postForm(app, tokenUrl(app), withSecret(app, grant));
  const { status } = response;
  if (status === 200) {
    const answer = answered(await objectIn<TokenAnswer>(response, name), 'access_token', name);
    return tokenSet(answer, (answer.scope ?? '').split(' ').filter(Boolean).map(scopeNamed));
  }
  if (status === 429 || status >= 500) {
    await response.discard();
    const wait = retryAfterMs(response.headers['retry-after']);
    const message = `${name} answered ${status} to a token request`;
    // No one is signed in yet, so the limit is the app’s.
    if (status === 429) throw new ConnectorError('rate_limited', message, { ...wait, limit: 'app' });
    throw new ConnectorError('unavailable', message, wait);
  }
  throw refusalOf(status, await objectIn<Refusal>(response, name), provider);
}

interface Refusal {
  error?: unknown;
  error_description?: unknown;
}

function refusalOf(
  status: number,
  { error, error_description }: Refusal,
  { name, needsPerson = invalidGrant, reasonIn }: OAuthProvider,
): ConnectorError {
  const kind = typeof error === 'string' ? error : String(status);
  if (needsPerson.has(kind)) return new ConnectorError('auth_revoked', 'The grant was withdrawn or has expired');
  // A wrong client id, secret or redirect address is a mistake in our configuration, not the person’s.
  const reason = (typeof error_description === 'string' && reasonIn?.(error_description)) || kind;
  return new ConnectorError('forbidden', `${name} refused the app's token request: ${reason}`);
}

/**
 * Parses the answer to a token request. An answer that isn’t a JSON object comes from an intermediary such as a proxy,
 * even with the status of a refusal: it must not count as one, so the caller tries again later.
 */
async function objectIn<Answer extends object>(response: HttpResponse, name: string): Promise<Answer> {
  const answer = await response.json<Answer | null>();
  if (typeof answer === 'object' && answer !== null && !Array.isArray(answer)) return answer;
  throw new ConnectorError('unavailable', `${name} answers a token request with something that is no object`);
}
