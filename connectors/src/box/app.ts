import type { AppSettings } from '../kit/app.ts';

/** Calls add the API's version themselves. */
const withoutVersion = (given: string) => given.replace(/\/2\.0$/, '');

export const app: AppSettings = {
  provider: 'Box',
  prefix: 'BOX',
  addresses: {
    BOX_AUTH_URL: { meaning: 'Consent page of Box', url: 'authorize' },
    BOX_API_URL: {
      meaning: 'Box’s API, which also gives tokens',
      url: 'api',
      derive: (given) => ({ api: withoutVersion(given) }),
    },
    BOX_UPLOAD_URL: {
      meaning: 'Where Box takes contents',
      url: 'upload',
      derive: (given) => ({ upload: withoutVersion(given) }),
    },
  },
};
