import type { Connector } from '../kit/connector.ts';
import { microsoftApp, microsoftUrls } from '../kit/microsoft/app.ts';
import { anything } from '../kit/names/names.ts';
import type { Session } from '../kit/session.ts';
import { auth } from './auth.ts';
import { messageFetcher } from './fetch.ts';
import { createGateway } from './gateway.ts';
import { readThreads } from './threads.ts';

export const outlook: Connector = {
  manifest: {
    slug: 'outlook',
    name: 'Outlook',
    rank: 55,
    app: microsoftApp,
    capabilities: ['threads', 'threads.raw'],
    urls: microsoftUrls,
    hashes: [],
    stableIds: true,
    uniqueNames: false,
    names: anything,
  },
  auth,

  open(account): Session {
    const gateway = createGateway(account);
    return {
      async identity() {
        const { id, displayName, mail, userPrincipalName } = await gateway.me();
        const email = mail ?? userPrincipalName;
        return { remoteUserId: id, label: email ?? displayName ?? id, ...(email !== undefined && { email }) };
      },
      threads: readThreads(account.urls.graph!, gateway, messageFetcher(account, gateway)),
      async [Symbol.asyncDispose]() {},
    };
  },
};
