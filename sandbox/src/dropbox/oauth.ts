import type { OAuthProvider } from '../shared/oauth.ts';
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

export const dropboxOAuth = (world: World): OAuthProvider => ({
  name: 'Dropbox',
  accent: '#0061fe',
  scopes,
  usualScopes: Object.keys(scopes),
  redirectsAnywhere: true,
  // Parameters for tokens may come in the address as well, as Dropbox's own SDK sends them.
  words: {
    client: ['invalid_client', 'Invalid client_id or client_secret'],
    redirect: ['invalid_request', 'redirect_uri is missing or not a URL.'],
    responseType: ['invalid_request', 'response_type must be "code".'],
    scope: (unknown) => ['invalid_request', `Invalid scope "${unknown}".`],
    denied: 'The user chose not to give your app access to their Dropbox account.',
    secret: ['invalid_client', 'Invalid client_id or client_secret'],
    grantType: ['invalid_request', 'Unsupported grant_type.'],
  },
  hasPublicClients: true,
  offline: (query) => query.get('token_access_type') === 'offline',
  issued({ accessToken, expiresIn, refreshToken, grant }, isRefresh) {
    const token = { access_token: accessToken, token_type: 'bearer', expires_in: expiresIn };
    // There is no new refresh token and no list of scopes, because both are unchanged.
    if (isRefresh) return token;
    const { uid, accountId } = world.account(grant.person);
    const refresh = refreshToken === null ? {} : { refresh_token: refreshToken };
    return { ...token, ...refresh, scope: grant.scopes.join(' '), uid, account_id: accountId };
  },
});
