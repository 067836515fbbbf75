import type { AppSettings } from '../app.ts';

const login = 'https://login.microsoftonline.com/common/oauth2/v2.0';

/** The addresses of Microsoft’s sign-in and of Graph. */
export const microsoftUrls = {
  authorize: `${login}/authorize`,
  token: `${login}/token`,
  graph: 'https://graph.microsoft.com/v1.0',
} as const;

/** One registration at Microsoft serves every source based on Graph. */
export const microsoftApp: AppSettings = {
  provider: 'Microsoft',
  prefix: 'MICROSOFT',
  idName: 'Application id',
  addresses: {
    MICROSOFT_AUTH_URL: {
      meaning:
        'Sign-in page of Microsoft, such as https://login.microsoftonline.com/TENANT/oauth2/v2.0/authorize; tokens come from next to it',
      url: 'authorize',
      derive: (authorize) => ({ authorize, token: new URL('token', authorize).href }),
    },
    MICROSOFT_GRAPH_URL: {
      meaning: 'Microsoft Graph, with its version: https://host/v1.0',
      url: 'graph',
    },
  },
};
