import type { MoreAccess, OAuth } from '../connector.ts';
import { plainError } from '../errors.ts';
import { standardOAuth } from '../oauth.ts';

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
    // The person has to sign in again, perhaps with a second factor or another consent.
    needsPerson: new Set(['invalid_grant', 'interaction_required', 'consent_required', 'login_required']),
    // Many mistakes share one error; the number tells them apart.
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
