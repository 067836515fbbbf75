import { consentPage, refusalPage } from '../shared/consent-page.ts';
import { GrantError } from '../shared/grants.ts';
import { people } from '../shared/people.ts';
import type { SandboxRequest, SandboxResponse } from '../shared/server.ts';
import type { World } from './world.ts';

export const scopes: Readonly<Record<string, string>> = {
  'account_info.read': 'View basic information about your Dropbox account',
  'files.metadata.read': 'View information about your files and folders',
  'files.content.read': 'View content of your files and folders',
  'files.metadata.write': 'View and edit information about your files and folders',
  'files.content.write': 'Edit content of your files and folders',
  'files.permanent_delete': 'Permanently delete your files and folders',
  'sharing.read': 'View your sharing settings and collaborators',
};

const ACCENT = '#0061fe';

interface Ask {
  clientId: string;
  redirectUri: string;
  state: string | null;
  scopes: string[];
  challenge: { method: 'S256' | 'plain'; value: string } | null;
  offline: boolean;
}

/** GET shows the page, POST submits the person's choice. */
export async function authorize(world: World, req: SandboxRequest): Promise<SandboxResponse> {
  const ask = readAsk(world, req.query);
  if ('refused' in ask) return refusalPage('Dropbox', ACCENT, 'invalid_request', ask.refused);
  if (req.method !== 'POST') {
    const permissions = ask.scopes.map((scope) => scopes[scope]!);
    return consentPage({
      provider: 'Dropbox',
      accent: ACCENT,
      app: 'Sheaf',
      people,
      permissions,
      action: `?${req.query}`,
    });
  }
  const form = new URLSearchParams((await req.body()).toString());
  const back = new URL(ask.redirectUri);
  if (ask.state !== null) back.searchParams.set('state', ask.state);
  const person = people.find(({ key }) => key === form.get('person'));
  if (form.get('decision') === 'allow' && person) {
    back.searchParams.set('code', world.grants.approve({ ...ask, person: person.key }));
  } else {
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('error_description', 'The user chose not to give your app access to their Dropbox account.');
  }
  return { status: 302, headers: { location: back.href } };
}

function readAsk(world: World, query: URLSearchParams): Ask | { refused: string } {
  const given = (name: string) => query.get(name);
  if (given('client_id') !== world.options.clientId) return { refused: 'Unknown client_id.' };
  if (given('response_type') !== 'code') return { refused: 'response_type must be "code".' };
  const redirectUri = given('redirect_uri');
  if (redirectUri === null || !URL.canParse(redirectUri)) return { refused: 'redirect_uri is missing or not a URL.' };
  const asked = given('scope')?.split(' ') ?? Object.keys(scopes);
  const unknown = asked.find((scope) => !Object.hasOwn(scopes, scope));
  if (unknown !== undefined) return { refused: `Invalid scope "${unknown}".` };
  const value = given('code_challenge');
  const method = given('code_challenge_method') ?? 'plain';
  if (method !== 'S256' && method !== 'plain') return { refused: 'Invalid code_challenge_method.' };
  return {
    clientId: world.options.clientId,
    redirectUri,
    state: given('state'),
    scopes: asked,
    challenge: value === null ? null : { method, value },
    offline: given('token_access_type') === 'offline',
  };
}

/** POST /oauth2/token: a code or a refresh token for an access token. */
export async function token(world: World, req: SandboxRequest): Promise<SandboxResponse> {
  // Parameters may come in the address as well, as Dropbox's own SDK sends them.
  const isForm = req.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
  const body = (await req.body()).toString();
  const form = new URLSearchParams([...req.query, ...new URLSearchParams(isForm ? body : '')]);
  const client = clientOf(world, req, form);
  if (client === null)
    return answer(400, { error: 'invalid_client', error_description: 'Invalid client_id or client_secret' });
  try {
    return answer(200, issue(world, form, client));
  } catch (error) {
    if (!(error instanceof GrantError)) throw error;
    return answer(400, { error: error.code, error_description: error.message });
  }
}

function issue(world: World, form: URLSearchParams, client: { id: string; isProved: boolean }): object {
  switch (form.get('grant_type')) {
    case 'authorization_code': {
      const verifier = form.get('code_verifier');
      if (!client.isProved && verifier === null)
        throw new GrantError('invalid_request', 'No client_secret and no code_verifier.');
      const redirectUri = form.get('redirect_uri') ?? '';
      const issued = world.grants.exchange({
        code: form.get('code') ?? '',
        clientId: client.id,
        redirectUri,
        verifier,
      });
      const account = world.account(issued.grant.person);
      return {
        access_token: issued.accessToken,
        token_type: 'bearer',
        expires_in: issued.expiresIn,
        ...(issued.refreshToken && { refresh_token: issued.refreshToken }),
        scope: issued.grant.scopes.join(' '),
        uid: account.uid,
        account_id: account.accountId,
      };
    }
    case 'refresh_token': {
      // No new refresh token and no scopes: both stay as they were.
      const refreshToken = form.get('refresh_token') ?? '';
      const issued = world.grants.refresh({ refreshToken, clientId: client.id });
      return { access_token: issued.accessToken, token_type: 'bearer', expires_in: issued.expiresIn };
    }
    default:
      throw new GrantError('invalid_request', 'Unsupported grant_type.');
  }
}

/** By HTTP Basic or in the form; an app without a secret uses PKCE. */
function clientOf(world: World, req: SandboxRequest, form: URLSearchParams): { id: string; isProved: boolean } | null {
  const basic = /^Basic (.+)$/i.exec(req.headers.authorization ?? '')?.[1];
  const [id, secret] = basic
    ? Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
    : [form.get('client_id'), form.get('client_secret')];
  const { clientId, clientSecret } = world.options;
  if (id !== clientId || (secret !== null && secret !== clientSecret)) return null;
  return { id: clientId, isProved: secret === clientSecret };
}

function answer(status: number, body: object): SandboxResponse {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return { status, headers, body: JSON.stringify(body) };
}
