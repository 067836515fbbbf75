import { consentPage, refusalPage } from '../shared/consent-page.ts';
import { GrantError, type Grants, type Issued } from '../shared/grants.ts';
import { people } from '../shared/people.ts';
import type { SandboxRequest, SandboxResponse } from '../shared/server.ts';
import { jsonAnswer } from './errors.ts';

const ACCENT = '#0061d5';

/** By Box's names; an app that asks for none gets all it is registered for. */
const scopes = {
  root_readwrite: 'Read and write all files and folders stored in Box',
  root_readonly: 'Read all files and folders stored in Box',
  manage_webhook: 'Manage webhooks',
} as const;

export interface OAuthClient {
  clientId: string;
  clientSecret: string;
}

interface Ask {
  redirectUri: string;
  state: string | null;
  scopes: string[];
}

export async function authorize(client: OAuthClient, grants: Grants, req: SandboxRequest): Promise<SandboxResponse> {
  const ask = readAsk(client, req.query);
  if ('refused' in ask) return refusalPage('Box', ACCENT, ask.refused, ask.message);
  if (req.method === 'GET') {
    return consentPage({
      provider: 'Box',
      accent: ACCENT,
      app: 'Sheaf',
      people,
      permissions: ask.scopes.map((scope) => scopes[scope as keyof typeof scopes]),
      action: `${req.path}?${req.query}`,
    });
  }
  const choice = new URLSearchParams((await req.body(10_000)).toString());
  const person = people.find(({ key }) => key === choice.get('person'));
  const back = new URL(ask.redirectUri);
  if (ask.state !== null) back.searchParams.set('state', ask.state);
  if (choice.get('decision') === 'allow' && person) {
    const { redirectUri, scopes } = ask;
    const { clientId } = client;
    const approval = { person: person.key, clientId, scopes, redirectUri, challenge: null, offline: true };
    back.searchParams.set('code', grants.approve(approval));
  } else {
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('error_description', 'The user denied access to your application');
  }
  return { status: 302, headers: { location: back.href } };
}

function readAsk({ clientId }: OAuthClient, query: URLSearchParams): Ask | { refused: string; message: string } {
  if (query.get('client_id') !== clientId) return { refused: 'invalid_client', message: 'The client_id is not known.' };
  if (query.get('response_type') !== 'code')
    return { refused: 'unsupported_response_type', message: 'response_type has to be code.' };
  const redirectUri = query.get('redirect_uri') ?? '';
  const url = URL.parse(redirectUri);
  const isLocal = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url?.protocol !== 'https:' && !isLocal)
    return { refused: 'redirect_uri_mismatch', message: `${redirectUri} is not an address of this app.` };
  const asked = query.get('scope')?.split(' ').filter(Boolean) ?? [];
  const unknown = asked.find((scope) => !Object.hasOwn(scopes, scope));
  if (unknown !== undefined) return { refused: 'invalid_scope', message: `There is no scope ${unknown}.` };
  return { redirectUri, state: query.get('state'), scopes: asked.length > 0 ? asked : Object.keys(scopes) };
}

/** POST /oauth2/token. A refresh token works once, and the answer holds the next one. */
export async function token(client: OAuthClient, grants: Grants, req: SandboxRequest): Promise<SandboxResponse> {
  const form = await formOf(req);
  if (form === null) return refusal('invalid_request', 'The body has to be form-encoded');
  if (!isClient(client, form)) return refusal('invalid_client', 'The client credentials are invalid');
  const { clientId } = client;
  try {
    switch (form.get('grant_type')) {
      case 'authorization_code': {
        const redirectUri = form.get('redirect_uri') ?? '';
        return issued(grants.exchange({ code: form.get('code') ?? '', clientId, redirectUri, verifier: null }));
      }
      case 'refresh_token':
        return issued(grants.refresh({ refreshToken: form.get('refresh_token') ?? '', clientId }));
      default:
        return refusal('unsupported_grant_type', 'Unsupported grant_type');
    }
  } catch (error) {
    if (error instanceof GrantError) return refusal(error.code, error.message);
    throw error;
  }
}

/** POST /oauth2/revoke: either token ends the grant. */
export async function revoke(client: OAuthClient, grants: Grants, req: SandboxRequest): Promise<SandboxResponse> {
  const form = await formOf(req);
  if (form === null || !isClient(client, form)) return refusal('invalid_client', 'The client credentials are invalid');
  if (grants.revoke(form.get('token') ?? '')) return { status: 200 };
  return refusal('invalid_token', 'Invalid refresh/access token');
}

async function formOf(req: SandboxRequest): Promise<URLSearchParams | null> {
  if (!/^application\/x-www-form-urlencoded\b/.test(req.headers['content-type'] ?? '')) return null;
  return new URLSearchParams((await req.body(100_000)).toString());
}

const isClient = ({ clientId, clientSecret }: OAuthClient, form: URLSearchParams) =>
  form.get('client_id') === clientId && form.get('client_secret') === clientSecret;

const issued = ({ accessToken, refreshToken, expiresIn }: Issued): SandboxResponse =>
  jsonAnswer({
    access_token: accessToken,
    expires_in: expiresIn,
    restricted_to: [],
    refresh_token: refreshToken,
    token_type: 'bearer',
  });

const refusal = (error: string, description: string): SandboxResponse =>
  jsonAnswer({ error, error_description: description }, 400);
