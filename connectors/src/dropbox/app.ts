import type { AppSettings } from '../kit/app.ts';

/** Calls add the API's version themselves. */
const withoutVersion = (given: string) => given.replace(/\/2$/, '');

export const app: AppSettings = {
  provider: 'Dropbox',
  prefix: 'DROPBOX',
  idName: 'Key',
  addresses: {
    DROPBOX_AUTH_URL: { meaning: 'Consent page of Dropbox', url: 'authorize' },
    DROPBOX_API_URL: {
      meaning: 'Dropbox’s API, which also gives tokens',
      url: 'api',
      derive: (given) => ({ api: withoutVersion(given) }),
    },
    DROPBOX_CONTENT_URL: {
      meaning: 'Where Dropbox takes and gives contents',
      url: 'content',
      derive: (given) => ({ content: withoutVersion(given) }),
    },
  },
};
