import { json, type OAuthProvider, type Refusal } from '../shared/oauth.ts';

/** Without this scope there is no refresh token; it isn’t listed among the granted scopes. */
const OFFLINE = 'offline_access';
export const scopes: Readonly<Record<string, string>> = {
  'User.Read': 'Sign you in and read your profile',
  'Files.Read': 'Read your files',
  'Files.Read.All': 'Read all files that you have access to',
  'Files.ReadWrite': 'Have full access to your files',
  'Files.ReadWrite.All': 'Have full access to all files you have access to',
  'Sites.Read.All': 'Read items in all site collections',
  'Mail.Read': 'Read your mail',
  [OFFLINE]: 'Maintain access to data you have given it access to',
};

const unknownApp: Refusal = ['unauthorized_client', 'AADSTS700016: Application was not found in the directory.'];

export const microsoftOAuth: OAuthProvider = {
  name: 'Microsoft',
  accent: '#0067b8',
  scopes,
  scopeNamed: (scope) => scope.replace(/^https:\/\/graph\.microsoft\.com\//, ''),
  unlisted: [OFFLINE],
  words: {
    client: unknownApp,
    redirect: ['invalid_request', 'AADSTS50011: The redirect URI does not match the ones configured.'],
    responseType: ['invalid_request', 'AADSTS70005: response_type has to be code.'],
    scope: (unknown) => ['invalid_request', `AADSTS650053: The scope '${unknown}' does not exist on the resource.`],
    denied: 'AADSTS65004: User declined to consent to access the app.',
    form: ['invalid_request', 'AADSTS900144: The request body has to be form-encoded.'],
    secret: ['invalid_client', 'AADSTS7000215: Invalid client secret provided.', 401],
    grantType: ['unsupported_grant_type', 'AADSTS70003: The grant type is not supported.'],
  },
  refuse: (query) =>
    ['query', null].includes(query.get('response_mode'))
      ? undefined
      : ['invalid_request', 'AADSTS90005: response_mode.'],
  offline: (_, { scopes: asked }) => asked.includes(OFFLINE),
  extras: () => ({ session_state: '00000000-0000-0000-0000-000000000000' }),
  rotates: true,
  issued: ({ accessToken, expiresIn, refreshToken, grant }) => ({
    token_type: 'Bearer',
    // The names are long, as Microsoft’s are for some kinds of accounts.
    scope: grant.scopes.map((scope) => `https://graph.microsoft.com/${scope}`).join(' '),
    expires_in: expiresIn,
    ext_expires_in: expiresIn,
    access_token: accessToken,
    ...(refreshToken !== null && { refresh_token: refreshToken }),
  }),
  refused([error, text, status = 400], cause) {
    const number = error === 'invalid_grant' ? '70008' : '900144';
    const error_description = cause ? `AADSTS${number}: ${text}` : text;
    return json(status, {
      error,
      error_description,
      error_codes: [Number(/AADSTS(\d+)/.exec(error_description)?.[1])],
    });
  },
};
