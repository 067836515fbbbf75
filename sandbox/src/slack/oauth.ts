import { consentPage, refusalPage } from '../shared/consent-page.ts';
import { GrantError, type Issued } from '../shared/grants.ts';
import { people } from '../shared/people.ts';
import type { SandboxRequest, SandboxResponse } from '../shared/server.ts';
import { SlackError } from './errors.ts';
import { argsOf } from './request.ts';
import type { World } from './world.ts';

export const userScopes: Readonly<Record<string, string>> = {
  'channels:read': 'View basic information about public channels in a workspace',
  'channels:history': 'View messages and other content in your public channels',
  'groups:read': 'View basic information about your private channels',
  'groups:history': 'View messages and other content in your private channels',
  'im:read': 'View basic information about your direct messages',
  'im:history': 'View messages and other content in your direct messages',
  'mpim:read': 'View basic information about your group direct messages',
  'mpim:history': 'View messages and other content in your group direct messages',
  'files:read': 'View files shared in channels and conversations that you have access to',
  'users:read': 'View people in a workspace',
  'users:read.email': 'View email addresses of people in a workspace',
  'usergroups:read': 'View user groups in a workspace',
  'team:read': 'View the name, email domain and icon of the workspace',
};

const ACCENT = '#611f69';

/** GET shows the page, POST submits the person's choice. */
export async function authorize(world: World, req: SandboxRequest): Promise<SandboxResponse> {
  const given = (name: string) => req.query.get(name) ?? '';
  const refused = (code: string, message: string) => refusalPage('Slack', ACCENT, code, message);
  if (given('client_id') !== world.options.clientId) return refused('invalid_client_id', 'Unknown client_id.');
  const redirectUri = given('redirect_uri');
  if (!URL.canParse(redirectUri)) return refused('bad_redirect_uri', 'redirect_uri is missing or not a URL.');
  // Commas, unlike everywhere else. The scopes of a bot come in `scope`, which this app does not have.
  const scopes = given('user_scope').split(',').filter(Boolean);
  const unknown = scopes.find((scope) => !Object.hasOwn(userScopes, scope));
  if (unknown !== undefined) return refused('invalid_scope', `Invalid permissions requested: ${unknown}`);
  if (scopes.length === 0) return refused('invalid_scope', 'No scopes requested.');
  if (req.method !== 'POST') {
    const permissions = scopes.map((scope) => userScopes[scope]!);
    const action = `?${req.query}`;
    return consentPage({ provider: 'Slack', accent: ACCENT, app: 'Sheaf', people, permissions, action });
  }
  const form = new URLSearchParams((await req.body()).toString());
  const back = new URL(redirectUri);
  back.searchParams.set('state', given('state'));
  const person = people.find(({ key }) => key === form.get('person'));
  if (form.get('decision') === 'allow' && person) {
    const { clientId, rotation } = world.options;
    const approval = { person: person.key, clientId, scopes, redirectUri, challenge: null, offline: rotation };
    back.searchParams.set('code', world.grants.approve(approval));
  } else {
    back.searchParams.set('error', 'access_denied');
  }
  return { status: 302, headers: { location: back.href } };
}

/** oauth.v2.access: a code, or with rotation a refresh token, for tokens. */
export async function access(world: World, req: SandboxRequest): Promise<object> {
  const args = await argsOf(req);
  const { clientId, clientSecret, rotation } = world.options;
  const basic = /^Basic (.+)$/i.exec(req.headers.authorization ?? '')?.[1];
  const [id, secret] = basic
    ? Buffer.from(basic, 'base64').toString().split(':')
    : [args.get('client_id'), args.get('client_secret')];
  if (id !== clientId) throw new SlackError('invalid_client_id');
  if (secret !== clientSecret) throw new SlackError('bad_client_secret');
  if (args.get('grant_type') === 'refresh_token') {
    if (!rotation) throw new SlackError('token_rotation_not_enabled');
    return refreshed(world, args.get('refresh_token') ?? '');
  }
  const exchange = {
    code: args.get('code') ?? '',
    clientId,
    redirectUri: args.get('redirect_uri') ?? '',
    verifier: null,
  };
  try {
    const issued = world.grants.exchange(exchange);
    return { ...common(world), authed_user: tokensOf(world, issued) };
  } catch (error) {
    if (!(error instanceof GrantError)) throw error;
    throw new SlackError(error.message.includes('redirect_uri') ? 'bad_redirect_uri' : 'invalid_code');
  }
}

/** A refresh token is good for one use: the answer brings the next one. */
function refreshed(world: World, refreshToken: string): object {
  const { clientId } = world.options;
  try {
    if (world.usedRefreshTokens.has(refreshToken)) throw new SlackError('invalid_refresh_token');
    const { grant } = world.grants.refresh({ refreshToken, clientId });
    world.usedRefreshTokens.add(refreshToken);
    const { id: _, ...tokens } = tokensOf(world, world.grants.issue(grant.person, clientId, grant.scopes, true));
    return { ...common(world), ...tokens };
  } catch (error) {
    if (!(error instanceof GrantError)) throw error;
    throw new SlackError('invalid_refresh_token');
  }
}

function tokensOf(world: World, { accessToken, refreshToken, expiresIn, grant }: Issued) {
  world.knownTokens.add(accessToken);
  return {
    id: world.userOf(grant.person).id,
    scope: grant.scopes.join(','),
    access_token: accessToken,
    token_type: 'user',
    ...(refreshToken !== null && { refresh_token: refreshToken, expires_in: expiresIn }),
  };
}

const common = ({ team }: World) => ({
  app_id: 'A04SHEAF001',
  team: { id: team.id, name: team.name },
  enterprise: null,
  is_enterprise_install: false,
});
