import { consentPage, refusalPage } from '../shared/consent-page.ts';
import { type Approval, GrantError, type Grants, type Issued } from '../shared/grants.ts';
import { people } from '../shared/people.ts';
import type { SandboxRequest, SandboxResponse } from '../shared/server.ts';
import { jsonAnswer } from './errors.ts';

export interface OAuthClient {
  clientId: string;
  clientSecret: string;
  /** Addresses a code may be sent to; any, when left out. */
  redirectUris?: readonly string[];
}

const ACCENT = '#1a73e8';
const permissions: Record<string, string> = {
  'https://www.googleapis.com/auth/drive': 'See, edit, create, and delete all of your Google Drive files',
  'https://www.googleapis.com/auth/drive.readonly': 'See and download all your Google Drive files',
  'https://www.googleapis.com/auth/drive.metadata.readonly': 'See information about your Google Drive files',
  'https://www.googleapis.com/auth/drive.file':
    'See, edit, create, and delete only the Google Drive files you use with this app',
  'https://mail.google.com/': 'Read, compose, send, and permanently delete all your email from Gmail',
  'https://www.googleapis.com/auth/gmail.modify': 'Read, compose, and send emails from your Gmail account',
  'https://www.googleapis.com/auth/gmail.readonly': 'View your email messages and settings',
  'https://www.googleapis.com/auth/gmail.metadata': 'View your email message metadata',
  'https://www.googleapis.com/auth/userinfo.email': 'See your primary Google Account email address',
  'https://www.googleapis.com/auth/userinfo.profile': 'See your personal info',
  openid: 'Associate you with your personal info on Google',
};
/** Short names mean the long ones. */
const aliases: Record<string, string> = {
  email: 'https://www.googleapis.com/auth/userinfo.email',
  profile: 'https://www.googleapis.com/auth/userinfo.profile',
};

export class OAuth {
  readonly #client: OAuthClient;
  readonly #grants: Grants;
  /** People who consented before; they get a refresh token again only with another consent. */
  readonly #consented = new Set<string>();

  constructor(client: OAuthClient, grants: Grants) {
    this.#client = client;
    this.#grants = grants;
  }

  async authorize(req: SandboxRequest): Promise<SandboxResponse> {
    const asked = this.#asked(req.query);
    if ('refusal' in asked) return refusalPage('Google', ACCENT, asked.refusal, asked.message);
    if ('error' in asked) return redirect(asked.redirectUri, { error: asked.error, state: req.query.get('state') });
    if (req.method === 'GET') {
      return consentPage({
        provider: 'Google',
        accent: ACCENT,
        app: 'Sheaf',
        people,
        permissions: asked.scopes.map((scope) => permissions[scope]!),
        action: `${req.path}?${req.query}`,
      });
    }
    const choice = new URLSearchParams((await req.body(10_000)).toString());
    const person = people.find(({ key }) => key === choice.get('person'));
    const state = req.query.get('state');
    if (choice.get('decision') !== 'allow' || !person)
      return redirect(asked.redirectUri, { error: 'access_denied', state });
    const again = this.#consented.has(person.key) && req.query.get('prompt') !== 'consent';
    this.#consented.add(person.key);
    const offline = req.query.get('access_type') === 'offline' && !again;
    const code = this.#grants.approve({ ...asked, person: person.key, offline });
    return redirect(asked.redirectUri, {
      code,
      state,
      scope: asked.scopes.join(' '),
      authuser: '0',
      prompt: 'consent',
    });
  }

  /** The request of the app. A wrong client or address shows an error page; other errors are returned to the app. */
  #asked(
    query: URLSearchParams,
  ):
    | Omit<Approval, 'person' | 'offline'>
    | { refusal: string; message: string }
    | { redirectUri: string; error: string } {
    const [clientId, redirectUri] = [query.get('client_id') ?? '', query.get('redirect_uri') ?? ''];
    if (clientId !== this.#client.clientId)
      return { refusal: 'invalid_client', message: 'The OAuth client was not found.' };
    const url = URL.parse(redirectUri);
    const isWeb =
      url?.protocol === 'https:' ||
      (url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname));
    if (!isWeb || (this.#client.redirectUris && !this.#client.redirectUris.includes(redirectUri))) {
      return { refusal: 'redirect_uri_mismatch', message: `${redirectUri} is not an address of this app.` };
    }
    if (query.get('response_type') !== 'code')
      return { refusal: 'unsupported_response_type', message: 'response_type has to be code.' };
    const scopes = (query.get('scope') ?? '')
      .split(' ')
      .filter(Boolean)
      .map((scope) => aliases[scope] ?? scope);
    if (scopes.length === 0) return { refusal: 'invalid_request', message: 'Missing required parameter: scope' };
    if (scopes.some((scope) => !permissions[scope])) return { redirectUri, error: 'invalid_scope' };
    const challenge = query.get('code_challenge');
    const method = query.get('code_challenge_method') ?? 'plain';
    if (challenge !== null && (method !== 'S256' || !/^[\w-]{43}$/.test(challenge)))
      return { redirectUri, error: 'invalid_request' };
    return {
      clientId,
      redirectUri,
      scopes,
      challenge: challenge === null ? null : { method: 'S256', value: challenge },
    };
  }

  async token(req: SandboxRequest): Promise<SandboxResponse> {
    if (!/^application\/x-www-form-urlencoded\b/.test(req.headers['content-type'] ?? '')) {
      return tokenRefusal(400, 'invalid_request', 'The body has to be form-encoded.');
    }
    const form = new URLSearchParams((await req.body(100_000)).toString());
    const [clientId, secret] = clientOf(req, form);
    if (clientId !== this.#client.clientId)
      return tokenRefusal(401, 'invalid_client', 'The OAuth client was not found.');
    if (secret !== this.#client.clientSecret) return tokenRefusal(401, 'invalid_client', 'Unauthorized');
    try {
      switch (form.get('grant_type')) {
        case 'authorization_code':
          return issued(
            this.#grants.exchange({
              code: form.get('code') ?? '',
              clientId,
              redirectUri: form.get('redirect_uri') ?? '',
              verifier: form.get('code_verifier'),
            }),
          );
        case 'refresh_token':
          return issued(this.#grants.refresh({ refreshToken: form.get('refresh_token') ?? '', clientId }));
        default:
          return tokenRefusal(400, 'unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type')}`);
      }
    } catch (error) {
      if (error instanceof GrantError) return tokenRefusal(400, error.code, error.message);
      throw error;
    }
  }

  async revoke(req: SandboxRequest): Promise<SandboxResponse> {
    const form = new URLSearchParams((await req.body(10_000)).toString());
    const token = req.query.get('token') ?? form.get('token') ?? '';
    return this.#grants.revoke(token) ? jsonAnswer({}) : tokenRefusal(400, 'invalid_token', 'Token expired or revoked');
  }

  userinfo(req: SandboxRequest): SandboxResponse {
    const grant = this.#grants.check(bearer(req) ?? '');
    const person = people.find(({ key }) => key === grant?.person);
    if (!grant || !person) return tokenRefusal(401, 'invalid_request', 'Invalid Credentials');
    const sub = String(100_000_000_000 + people.indexOf(person));
    const email = grant.scopes.includes(aliases.email!) ? { email: person.email, email_verified: true } : {};
    const name = grant.scopes.includes(aliases.profile!) ? { name: person.name } : {};
    return jsonAnswer({ sub, ...name, ...email });
  }
}

export const bearer = (req: SandboxRequest) => /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1];

/** In the body, or as Basic. */
function clientOf(req: SandboxRequest, form: URLSearchParams): [string, string] {
  const basic = /^Basic (.+)$/.exec(req.headers.authorization ?? '')?.[1];
  if (basic === undefined) return [form.get('client_id') ?? '', form.get('client_secret') ?? ''];
  const [id = '', ...secret] = Buffer.from(basic, 'base64').toString().split(':');
  return [decodeURIComponent(id), decodeURIComponent(secret.join(':'))];
}

function issued({ accessToken, expiresIn, refreshToken, grant }: Issued): SandboxResponse {
  const refresh = refreshToken === null ? {} : { refresh_token: refreshToken };
  return jsonAnswer({
    access_token: accessToken,
    expires_in: expiresIn,
    ...refresh,
    scope: grant.scopes.join(' '),
    token_type: 'Bearer',
  });
}

const tokenRefusal = (status: number, error: string, description: string) =>
  jsonAnswer({ error, error_description: description }, status);

function redirect(to: string, params: Record<string, string | null>): SandboxResponse {
  const url = new URL(to);
  for (const [name, value] of Object.entries(params)) if (value !== null) url.searchParams.set(name, value);
  return { status: 302, headers: { location: url.href } };
}
