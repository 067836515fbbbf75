import { consentPage, refusalPage } from '../shared/consent-page.ts';
import { type Approval, GrantError, type Issued } from '../shared/grants.ts';
import { people } from '../shared/people.ts';
import type { SandboxRequest, SandboxResponse } from '../shared/server.ts';
import { jsonAnswer } from './errors.ts';
import type { World } from './world.ts';

const ACCENT = '#0067b8';
/** Without consent to it there is no refresh token, and it is not listed among the granted scopes. */
const OFFLINE = 'offline_access';
export const scopes: Readonly<Record<string, string>> = {
  'User.Read': 'Sign you in and read your profile',
  'Files.Read': 'Read your files',
  'Files.Read.All': 'Read all files that you have access to',
  'Files.ReadWrite': 'Have full access to your files',
  'Files.ReadWrite.All': 'Have full access to all files you have access to',
  'Sites.Read.All': 'Read items in all site collections',
  [OFFLINE]: 'Maintain access to data you have given it access to',
};

type Ask = Omit<Approval, 'person'>;

/** GET shows the page, POST submits the person's choice. */
export async function authorize(world: World, req: SandboxRequest): Promise<SandboxResponse> {
  const ask = readAsk(world, req.query);
  if ('refused' in ask) return refusalPage('Microsoft', ACCENT, 'invalid_request', ask.refused);
  if (req.method !== 'POST') {
    const permissions = [...ask.scopes, ...(ask.offline ? [OFFLINE] : [])].map((scope) => scopes[scope]!);
    const action = `${req.path}?${req.query}`;
    return consentPage({ provider: 'Microsoft', accent: ACCENT, app: 'Sheaf', people, permissions, action });
  }
  const choice = new URLSearchParams((await req.body(10_000)).toString());
  const person = people.find(({ key }) => key === choice.get('person'));
  const back = new URL(ask.redirectUri);
  const state = req.query.get('state');
  if (state !== null) back.searchParams.set('state', state);
  if (choice.get('decision') === 'allow' && person) {
    back.searchParams.set('code', world.grants.approve({ ...ask, person: person.key }));
    back.searchParams.set('session_state', '00000000-0000-0000-0000-000000000000');
  } else {
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('error_description', 'AADSTS65004: User declined to consent to access the app.');
  }
  return { status: 302, headers: { location: back.href } };
}

function readAsk({ options }: World, query: URLSearchParams): Ask | { refused: string } {
  if (query.get('client_id') !== options.clientId)
    return { refused: 'AADSTS700016: Application was not found in the directory.' };
  const redirectUri = query.get('redirect_uri') ?? '';
  const url = URL.parse(redirectUri);
  const isLocal = url !== null && ['localhost', '127.0.0.1'].includes(url.hostname);
  if (url?.protocol !== 'https:' && !isLocal)
    return { refused: 'AADSTS50011: The redirect URI does not match the ones configured for the application.' };
  if (query.get('response_type') !== 'code') return { refused: 'AADSTS70005: response_type has to be code.' };
  if (!['query', null].includes(query.get('response_mode'))) return { refused: 'AADSTS90005: response_mode.' };
  const asked = (query.get('scope') ?? '').split(' ').filter(Boolean).map(shortName);
  const unknown = asked.find((scope) => !Object.hasOwn(scopes, scope));
  if (asked.length === 0 || unknown !== undefined)
    return { refused: `AADSTS650053: The scope '${unknown ?? ''}' does not exist on the resource.` };
  const challenge = query.get('code_challenge');
  const method = query.get('code_challenge_method') ?? 'plain';
  if (method !== 'S256' && method !== 'plain') return { refused: 'AADSTS9002325: code_challenge_method.' };
  return {
    clientId: options.clientId,
    redirectUri,
    scopes: asked.filter((scope) => scope !== OFFLINE),
    challenge: challenge === null ? null : { method, value: challenge },
    offline: asked.includes(OFFLINE),
  };
}

/** A code or a refresh token for an access token; every refresh brings another refresh token. */
export async function token({ options, grants }: World, req: SandboxRequest): Promise<SandboxResponse> {
  if (!/^application\/x-www-form-urlencoded\b/.test(req.headers['content-type'] ?? ''))
    return refused(400, 'invalid_request', 'AADSTS900144: The request body has to be form-encoded.');
  const form = new URLSearchParams((await req.body(100_000)).toString());
  const clientId = form.get('client_id') ?? '';
  if (clientId !== options.clientId)
    return refused(400, 'unauthorized_client', 'AADSTS700016: Application was not found in the directory.');
  if (form.get('client_secret') !== options.clientSecret)
    return refused(401, 'invalid_client', 'AADSTS7000215: Invalid client secret provided.');
  try {
    switch (form.get('grant_type')) {
      case 'authorization_code': {
        const [code, redirectUri] = [form.get('code') ?? '', form.get('redirect_uri') ?? ''];
        return issued(grants.exchange({ code, clientId, redirectUri, verifier: form.get('code_verifier') }));
      }
      case 'refresh_token':
        return issued(grants.refresh({ refreshToken: form.get('refresh_token') ?? '', clientId, rotate: true }));
      default:
        return refused(400, 'unsupported_grant_type', 'AADSTS70003: The grant type is not supported.');
    }
  } catch (error) {
    if (!(error instanceof GrantError)) throw error;
    const number = error.code === 'invalid_grant' ? '70008' : '900144';
    return refused(400, error.code, `AADSTS${number}: ${error.message}`);
  }
}

function issued({ accessToken, expiresIn, refreshToken, grant }: Issued): SandboxResponse {
  return jsonAnswer({
    token_type: 'Bearer',
    // As long names, as Microsoft does for some kinds of accounts.
    scope: grant.scopes.map((scope) => `https://graph.microsoft.com/${scope}`).join(' '),
    expires_in: expiresIn,
    ext_expires_in: expiresIn,
    access_token: accessToken,
    ...(refreshToken !== null && { refresh_token: refreshToken }),
  });
}

const shortName = (scope: string) => scope.replace(/^https:\/\/graph\.microsoft\.com\//, '');

function refused(status: number, error: string, description: string): SandboxResponse {
  const codes = /AADSTS(\d+)/.exec(description)?.[1];
  return jsonAnswer({ error, error_description: description, error_codes: codes ? [Number(codes)] : [] }, status);
}
