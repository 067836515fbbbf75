import { googleApp } from '../kit/google/app.ts';

export const app = googleApp(
  {
    GMAIL_API_URL: {
      meaning: 'Gmail’s API, such as https://host/gmail/v1',
      url: 'gmail',
      derive: (api) => ({ gmail: new URL(api).pathname === '/' ? `${api}/gmail/v1` : api }),
    },
  },
  {
    GMAIL_PUBSUB_TOPIC: {
      name: 'pubsubTopic',
      meaning: 'Pub/Sub topic for news of Gmail, such as projects/p/topics/t; without it, mail is polled',
    },
    GMAIL_PUBSUB_TOKEN: {
      name: 'pubsubToken',
      meaning: 'The secret that the topic’s push subscription sends as ?token=',
    },
  },
);
