import type { OAuthProvider } from '../shared/oauth.ts';

/** The scopes by Box’s names; an app that requests none gets all it is registered for. */
const scopes = {
  root_readwrite: 'Read and write all files and folders stored in Box',
  root_readonly: 'Read all files and folders stored in Box',
  manage_webhook: 'Manage webhooks',
} as const;

/** A refresh token works once, and the answer contains the next one. */
export const boxOAuth: OAuthProvider = {
  name: 'Box',
  accent: '#0061d5',
  scopes,
  usualScopes: Object.keys(scopes),
  words: {
    client: ['invalid_client', 'The client credentials are invalid'],
    redirect: ['redirect_uri_mismatch', 'The redirect_uri is not an address of this app.'],
    responseType: ['unsupported_response_type', 'response_type has to be code.'],
    scope: (unknown) => ['invalid_scope', `There is no scope ${unknown}.`],
    denied: 'The user denied access to your application',
    form: ['invalid_request', 'The body has to be form-encoded'],
    secret: ['invalid_client', 'The client credentials are invalid'],
    grantType: ['unsupported_grant_type', 'Unsupported grant_type'],
  },
  offline: () => true,
  issued: ({ accessToken, refreshToken, expiresIn }) => ({
    access_token: accessToken,
    expires_in: expiresIn,
    restricted_to: [],
    refresh_token: refreshToken,
    token_type: 'bearer',
  }),
};
