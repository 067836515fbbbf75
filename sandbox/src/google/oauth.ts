import type { Grants } from '../shared/grants.ts';
import type { OAuthProvider } from '../shared/oauth.ts';
import { people } from '../shared/people.ts';
import type { SandboxRequest, SandboxResponse } from '../shared/server.ts';
import { jsonAnswer } from './errors.ts';

const scopes: Record<string, string> = {
  'https://www.googleapis.com/auth/drive': 'See, edit, create, and delete all of your Google Drive files',
  'https://www.googleapis.com/auth/drive.readonly': 'See and download all your Google Drive files',
  'https://mail.google.com/': 'Read, compose, send, and permanently delete all your email from Gmail',
  'https://www.googleapis.com/auth/gmail.modify': 'Read, compose, and send emails from your Gmail account',
  'https://www.googleapis.com/auth/gmail.readonly': 'View your email messages and settings',
  'https://www.googleapis.com/auth/gmail.metadata': 'View your email message metadata',
  'https://www.googleapis.com/auth/userinfo.email': 'See your primary Google Account email address',
  'https://www.googleapis.com/auth/userinfo.profile': 'See your personal info',
  openid: 'Associate you with your personal info on Google',
};
/** Short names are aliases of the long ones. */
const aliases: Record<string, string> = {
  email: 'https://www.googleapis.com/auth/userinfo.email',
  profile: 'https://www.googleapis.com/auth/userinfo.profile',
};

export function googleOAuth(): OAuthProvider {
  /** People who have consented before; they get another refresh token only with another consent. */
  const consented = new Set<string>();
  return {
    name: 'Google',
    accent: '#1a73e8',
    scopes,
    scopeNamed: (scope) => aliases[scope] ?? scope,
    tellsApp: true,
    revokesApp: true,
    words: {
      client: ['invalid_client', 'The OAuth client was not found.', 401],
      redirect: ['redirect_uri_mismatch', 'The redirect_uri is not an address of this app.'],
      responseType: ['unsupported_response_type', 'response_type has to be code.'],
      scope: () => ['invalid_request', 'Missing required parameter: scope'],
      form: ['invalid_request', 'The body has to be form-encoded.'],
      secret: ['invalid_client', 'Unauthorized', 401],
      grantType: ['unsupported_grant_type', 'Invalid grant_type'],
    },
    offline(query, { person }) {
      const isAgain = consented.has(person) && query.get('prompt') !== 'consent';
      consented.add(person);
      return query.get('access_type') === 'offline' && !isAgain;
    },
    extras: (approval) => ({ scope: approval.scopes.join(' '), authuser: '0', prompt: 'consent' }),
    issued: ({ accessToken, expiresIn, refreshToken, grant }) => ({
      access_token: accessToken,
      expires_in: expiresIn,
      ...(refreshToken !== null && { refresh_token: refreshToken }),
      scope: grant.scopes.join(' '),
      token_type: 'Bearer',
    }),
  };
}

/** The owner of the token, as far as its scopes allow. */
export function userinfo(grants: Grants, req: SandboxRequest): SandboxResponse {
  const grant = grants.check(bearer(req) ?? '');
  const person = people.find(({ key }) => key === grant?.person);
  if (!grant || !person) return jsonAnswer({ error: 'invalid_request', error_description: 'Invalid Credentials' }, 401);
  const sub = String(100_000_000_000 + people.indexOf(person));
  const email = grant.scopes.includes(aliases.email!) ? { email: person.email, email_verified: true } : {};
  const name = grant.scopes.includes(aliases.profile!) ? { name: person.name } : {};
  return jsonAnswer({ sub, ...name, ...email });
}

export const bearer = (req: SandboxRequest) => /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1];
