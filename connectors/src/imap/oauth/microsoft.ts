import type { OAuthApp } from '../../kit/app.ts';
import type { TokenSet } from '../../kit/connector.ts';
import { ConnectorError, plainError } from '../../kit/errors.ts';
import type { MailService } from './connector.ts';

const imapScope = 'https://outlook.office.com/IMAP.AccessAsUser.All';
const scope = `${imapScope} offline_access`;
const login = 'https://login.microsoftonline.com/organizations/oauth2/v2.0';

/** The person has to sign in again, perhaps with a second factor or another consent. */
const needsPerson = new Set(['invalid_grant', 'interaction_required', 'consent_required', 'login_required']);

/** Accounts of work and school: tokens of personal ones don’t say whose they are. */
export const microsoftMail: MailService = {
  slug: 'microsoft-mail',
  name: 'Microsoft 365 mail',
  rank: 110,
  app: {
    provider: 'Microsoft',
    prefix: 'MICROSOFT_IMAP',
    idName: 'Application id',
    otherwise: 'not offered',
    addresses: {
      MICROSOFT_IMAP_AUTH_URL: {
        meaning:
          'Sign-in page of Microsoft for mail, such as https://login.microsoftonline.com/TENANT/oauth2/v2.0/authorize; tokens come from next to it',
        url: 'authorize',
        derive: (authorize) => ({ authorize, token: new URL('token', authorize).href }),
      },
    },
  },
  urls: { authorize: `${login}/authorize`, token: `${login}/token`, imap: 'imaps://outlook.office365.com:993' },
  auth: {
    kind: 'oauth2',
    authorizeUrl(app, { state, redirectUri, challenge }) {
      const url = new URL(app.urls.authorize!);
      const ask = {
        client_id: app.clientId,
        response_type: 'code',
        response_mode: 'query',
        redirect_uri: redirectUri,
        scope,
        state,
        prompt: 'select_account',
        code_challenge: challenge,
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(ask)) url.searchParams.set(name, value);
      return url;
    },
    async exchange(app, { code, redirectUri, verifier }) {
      const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
      const tokens = await askForTokens(app, grant);
      if (!tokens.scopes.includes(imapScope)) throw plainError('forbidden', 'Access to the mail was not granted');
      return tokens;
    },
    refresh: (app, refreshToken) =>
      askForTokens(app, { grant_type: 'refresh_token', refresh_token: refreshToken, scope }),
  },
  async userOf(token) {
    const { upn, preferred_username, unique_name } = claimsOf(token);
    const user = upn ?? preferred_username ?? unique_name;
    if (user) return user;
    throw plainError('forbidden', 'Microsoft doesn’t say whose mailbox it is. Use an account of work or school.');
  },
};

type Claims = Partial<Record<'upn' | 'preferred_username' | 'unique_name', string>>;

/** Not verified: Microsoft gave it to us, and decides itself whether it opens the mailbox. */
function claimsOf(token: string): Claims {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;
  } catch {
    return {};
  }
}

async function askForTokens(app: OAuthApp, grant: Record<string, string>): Promise<TokenSet> {
  const form = { ...grant, client_id: app.clientId, client_secret: app.clientSecret };
  const response = await app.http.send({
    method: 'POST',
    url: app.urls.token!,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(form).toString(),
  });
  if (response.status === 429 || response.status >= 500) {
    await response.discard();
    const code = response.status === 429 ? 'rate_limited' : 'unavailable';
    const limit = code === 'rate_limited' && { limit: 'app' as const };
    throw new ConnectorError(code, `Microsoft answered ${response.status} to a token request`, { ...limit });
  }
  const answer = await response.json<
    Record<'access_token' | 'refresh_token' | 'scope' | 'error', string | undefined> & {
      expires_in: number;
    }
  >();
  if (response.status === 200)
    return {
      accessToken: answer.access_token!,
      ...(answer.refresh_token !== undefined && { refreshToken: answer.refresh_token }),
      expiresAt: new Date(Date.now() + answer.expires_in * 1000),
      scopes: (answer.scope ?? '').split(' ').filter(Boolean),
    };
  if (needsPerson.has(answer.error ?? ''))
    throw new ConnectorError('auth_revoked', 'The grant was withdrawn or has expired');
  throw new ConnectorError('forbidden', `Microsoft refused the app's token request: ${answer.error}`);
}
