import type { Issued } from '../shared/grants.ts';
import type { OAuthProvider } from '../shared/oauth.ts';
import { SlackError } from './errors.ts';
import { appId, type World } from './world.ts';

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

/** Tokens belong to a person, in an answer about the workspace; errors have status 200. */
export const slackOAuth = (world: World): OAuthProvider => ({
  name: 'Slack',
  accent: '#611f69',
  scopes: userScopes,
  // Slack separates scopes by commas. A bot’s scopes are in `scope`, which this app doesn’t have.
  scopeParameter: { name: 'user_scope', separator: ',' },
  redirectsAnywhere: true,
  words: {
    client: ['invalid_client_id', 'Unknown client_id.'],
    redirect: ['bad_redirect_uri', 'redirect_uri is missing or not a URL.'],
    scope: (unknown) => ['invalid_scope', `Invalid permissions requested: ${unknown}`],
    secret: ['bad_client_secret', ''],
    grantType: ['invalid_grant_type', ''],
  },
  offline: () => world.options.rotation,
  usualGrant: 'authorization_code',
  issued(issued, isRefresh) {
    const { id, ...tokens } = tokensOf(world, issued);
    return { ok: true, ...about(world), ...(isRefresh ? tokens : { authed_user: { id, ...tokens } }) };
  },
  refused([error], cause) {
    if (!cause) throw new SlackError(error);
    if (cause.message.includes('redirect_uri')) throw new SlackError('bad_redirect_uri');
    throw new SlackError(cause.message.includes('Token') ? 'invalid_refresh_token' : 'invalid_code');
  },
});

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

const about = ({ team, enterprise }: World) => ({
  app_id: appId,
  team: enterprise ? null : { id: team.id, name: team.name },
  enterprise,
  is_enterprise_install: enterprise !== null,
});
