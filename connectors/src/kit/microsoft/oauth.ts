import type { MoreAccess, OAuth } from '../connector.ts';
import { plainError } from '../errors.ts';
import { standardOAuth } from '../oauth.ts';

/**
 * Sign-in at Microsoft. A source asks for its own scopes at every refresh too, since a grant covers everything that the
 * person has consented to for the app. Microsoft has no call that revokes a grant: people withdraw it in their account.
 * So disconnecting one source doesn’t affect the others of the same app.
 */
export function microsoftOAuth(source: {
  scopes: readonly string[];
  /** The scopes without which the account is useless. */
  needed: readonly string[];
  refusal: string;
  /**
   * Additional access that is requested only on demand, with all scopes that it needs; every later refresh then
   * includes what was granted.
   */
  more?: readonly { access: MoreAccess; asksFor: readonly string[] }[];
}): OAuth {
  const { scopes, needed, refusal, more = [] } = source;
  const scopesOf = (key: string) => more.find(({ access }) => access.key === key)?.asksFor ?? [];
  const oauth = standardOAuth({
    name: 'Microsoft',
    tokenUrl: (app) => app.urls.token!,
    hasPkce: true,
    ask: ({ access = [], login }) => ({
      response_mode: 'query',
      scope: [...scopes, ...access.flatMap(scopesOf)].join(' '),
      // People are often signed in with several accounts.
      ...(login === undefined ? { prompt: 'select_account' } : { login_hint: login }),
    }),
    ...(more.length === 0 && { refreshWith: { scope: scopes.join(' ') } }),
    // Some accounts get `https://graph.microsoft.com/Mail.Read` for `Mail.Read`.
    scopeNamed: (scope) => scope.slice(scope.lastIndexOf('/') + 1),
    // The person has to sign in again, perhaps with a second factor or new consent.
    needsPerson: new Set(['invalid_grant', 'interaction_required', 'consent_required', 'login_required']),
    // Many mistakes share one error code; the number distinguishes them.
    reasonIn: (description) => /AADSTS\d+/.exec(description)?.[0],
  });
  return {
    ...oauth,
    ...(more.length > 0 && { more: more.map(({ access }) => access) }),

    async exchange(app, answer) {
      const tokens = await oauth.exchange(app, answer);
      if (!tokens.scopes.some((scope) => needed.includes(scope))) throw plainError('forbidden', refusal);
      return tokens;
    },
  };
}
