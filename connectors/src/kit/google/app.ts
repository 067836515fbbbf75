import type { AppAddress, AppSettings } from '../app.ts';

/** Google’s sign-in addresses, shared by all its sources. */
export const googleUrls = {
  authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
  revoke: 'https://oauth2.googleapis.com/revoke',
} as const;

/** One registration at Google serves all its sources; each adds the addresses of its own API. */
export const googleApp = (
  addresses: Readonly<Record<string, AppAddress>>,
  more: NonNullable<AppSettings['more']> = {},
): AppSettings => ({
  provider: 'Google',
  prefix: 'GOOGLE',
  more,
  addresses: {
    GOOGLE_AUTH_URL: { meaning: 'Consent page of Google', url: 'authorize' },
    GOOGLE_TOKEN_URL: {
      meaning: 'Where Google gives tokens; revoke is next to it',
      url: 'token',
      derive: (token) => ({ token, revoke: new URL('revoke', token).href }),
    },
    ...addresses,
  },
});
