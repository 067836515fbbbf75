import type { OAuthApp } from '../kit/app.ts';
import type { OAuth, TokenSet } from '../kit/connector.ts';
import { ConnectorError } from '../kit/errors.ts';
import type { HttpResponse } from '../kit/http/http.ts';
import { consentUrl, postForm, type TokenAnswer, tokenSet, withSecret } from '../kit/oauth.ts';
import { answerOf, SlackFailure } from './failures.ts';

/** The content that the person sees in Slack, read-only. */
export const scopes = [
  'channels:read',
  'channels:history',
  'groups:read',
  'groups:history',
  'im:read',
  'im:history',
  'mpim:read',
  'mpim:history',
  'files:read',
  'users:read',
  'users:read.email',
  'usergroups:read',
];

interface Tokens extends Partial<TokenAnswer> {
  token_type?: string;
}

export const auth: OAuth = {
  kind: 'oauth2',

  /** PKCE isn’t used, because Slack accepts it only from apps without a secret. */
  authorizeUrl(app, { state, redirectUri }) {
    // The scopes are a person’s, not a bot’s, which would have to be invited to every channel.
    return consentUrl(app, { user_scope: scopes.join(','), redirect_uri: redirectUri, state });
  },

  exchange: (app, { code, redirectUri }) => askForTokens(app, { code, redirect_uri: redirectUri }),

  /** Access expires if rotation is enabled for the app; the refresh token is replaced at each use. */
  refresh: (app, refreshToken) => askForTokens(app, { grant_type: 'refresh_token', refresh_token: refreshToken }),

  async revoke(app, tokens) {
    try {
      const headers = { authorization: `Bearer ${tokens.accessToken}` };
      await answerOf('auth.revoke', await postForm(app, `${app.urls.api}/auth.revoke`, {}, headers));
    } catch (error) {
      const isGone = error instanceof SlackFailure && ['auth_expired', 'auth_revoked'].includes(error.code);
      if (!isGone) throw error;
    }
  },
};

async function askForTokens(app: OAuthApp, grant: Record<string, string>): Promise<TokenSet> {
  const answer = await tokensOf(await postForm(app, `${app.urls.api}/oauth.v2.access`, withSecret(app, grant)));
  const tokens = answer.authed_user?.access_token === undefined ? answer : answer.authed_user;
  if (tokens.access_token === undefined || (tokens === answer && answer.token_type !== 'user'))
    throw new ConnectorError('forbidden', 'Slack gives no token of a person');
  return tokenSet({ ...tokens, access_token: tokens.access_token }, tokens.scope?.split(',') ?? []);
}

const overGrants = ['invalid_code', 'code_already_used', 'invalid_refresh_token', 'token_revoked', 'token_expired'];

async function tokensOf(response: HttpResponse): Promise<Tokens & { authed_user?: Tokens }> {
  try {
    return await answerOf('oauth.v2.access', response);
  } catch (error) {
    if (!(error instanceof SlackFailure)) throw error;
    if (overGrants.includes(error.error)) throw new ConnectorError('auth_revoked', 'Slack no longer knows this grant');
    if (error.code === 'rate_limited')
      throw new ConnectorError(error.code, error.message, { ...error.detail, limit: 'app' });
    if (error.code === 'unavailable') throw error;
    // bad_client_secret and the like are mistakes in our registration; reconnecting wouldn’t fix them.
    throw new ConnectorError('forbidden', `Slack refuses the app: ${error.error}`);
  }
}
