import type { AppSettings } from '../kit/app.ts';

export const app: AppSettings = {
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
