import type { AppSettings } from '../kit/app.ts';

export const app: AppSettings = {
  provider: 'Slack',
  prefix: 'SLACK',
  more: {
    SLACK_SIGNING_SECRET: {
      name: 'signingSecret',
      meaning: 'Signing secret of the Slack app; without it Slack’s events are refused',
    },
    SLACK_APP_TOKEN: {
      name: 'appToken',
      meaning:
        'App-level token (xapp-…) of the Slack app, for events over Socket Mode: Slack need not reach this server',
    },
    SLACK_RESCAN_DAYS: {
      name: 'rescanDays',
      meaning: 'Days in which every channel is read again for old messages that were deleted; 7 if not set',
    },
  },
  addresses: {
    SLACK_AUTH_URL: { meaning: 'Consent page of Slack', url: 'authorize' },
    SLACK_API_URL: {
      meaning: 'Slack’s API, such as https://slack.com/api',
      url: 'api',
      derive: (given) => ({ api: given.replace(/\/+$/, '') }),
    },
  },
};
