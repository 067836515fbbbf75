import type { Connector } from '../kit/connector.ts';
import { googleUrls } from '../kit/google/app.ts';
import { anything } from '../kit/names/names.ts';
import type { Session } from '../kit/session.ts';
import { app } from './app.ts';
import { auth } from './auth.ts';
import { messageFetcher } from './fetch.ts';
import { createGateway } from './gateway.ts';
import { readThreads } from './threads.ts';
import { webhook } from './webhook.ts';

export const gmail: Connector = {
  manifest: {
    slug: 'gmail',
    name: 'Gmail',
    rank: 50,
    app,
    capabilities: ['threads', 'threads.changes', 'threads.raw', 'threads.watch'],
    urls: { ...googleUrls, gmail: 'https://gmail.googleapis.com/gmail/v1' },
    hashes: [],
    stableIds: true,
    uniqueNames: false,
    names: anything,
  },
  auth,
  webhook,

  open(account): Session {
    const gateway = createGateway(account);
    const fetcher = messageFetcher(account, gateway);
    return {
      /** The identity is the address, because Gmail’s notifications name the mailbox by it. */
      async identity() {
        const email = await fetcher.email();
        return { remoteUserId: email.toLowerCase(), label: email, email };
      },
      threads: readThreads(account, gateway, fetcher),
      async [Symbol.asyncDispose]() {},
    };
  },
};
