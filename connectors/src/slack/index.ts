import type { AccountContext, Connector } from '../kit/connector.ts';
import { anything } from '../kit/names/names.ts';
import type { Session } from '../kit/session.ts';
import { app } from './app.ts';
import { auth } from './auth.ts';
import { Directory } from './directory.ts';
import { createGateway } from './gateway.ts';
import { createReads } from './reads.ts';
import { events } from './socket/events.ts';
import { webhook } from './webhook.ts';

export const slack: Connector = {
  manifest: {
    slug: 'slack',
    name: 'Slack',
    rank: 60,
    app,
    capabilities: ['threads'],
    urls: { authorize: 'https://slack.com/oauth/v2/authorize', api: 'https://slack.com/api' },
    hashes: [],
    stableIds: true,
    uniqueNames: false,
    names: anything,
  },
  auth,
  webhook,
  events,
  open,
};

function open(account: AccountContext): Session {
  const gateway = createGateway(account);
  const directory = new Directory(gateway);
  return {
    /** A person has one account per workspace. */
    async identity() {
      const { team_id, user_id, team } = await directory.self();
      const { name, address } = await directory.person(user_id);
      const label = team === '' ? name : `${name}, ${team}`;
      return { remoteUserId: `${team_id}:${user_id}`, label, ...(address !== undefined && { email: address }) };
    },
    threads: createReads(account, gateway, directory),
    async [Symbol.asyncDispose]() {},
  };
}
