import type { AccountContext, Connector } from '../kit/connector.ts';
import { dropboxLike } from '../kit/names/names.ts';
import type { Session } from '../kit/session.ts';
import { app } from './app.ts';
import { auth } from './auth.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { createReads } from './reads.ts';
import { webhook } from './webhook.ts';
import { BLOCK } from './writing/uploads.ts';
import { createWrites } from './writing/writes.ts';

export const dropbox: Connector = {
  manifest: {
    slug: 'dropbox',
    name: 'Dropbox',
    rank: 30,
    app,
    capabilities: [
      'files',
      'files.changes',
      'files.export',
      'writes',
      'writes.move',
      'writes.copy',
      'writes.trash',
      'writes.restore',
      'quota',
    ],
    urls: {
      authorize: 'https://www.dropbox.com/oauth2/authorize',
      api: 'https://api.dropboxapi.com',
      content: 'https://content.dropboxapi.com',
    },
    hashes: ['dropbox'],
    stableIds: true,
    uniqueNames: true,
    // A request may have 150 MiB; Dropbox stores and hashes blocks of 4 MiB.
    upload: { chunkMultiple: BLOCK, maxChunk: 36 * BLOCK, maxSize: 2 ** 41 - 2 ** 22 },
    names: dropboxLike,
    cannotRestore: ({ isFolder }) =>
      isFolder ? 'Dropbox lets Sheaf restore files only. Restore the folder in Dropbox.' : null,
  },
  auth,
  webhook,
  open,
};

function open(account: AccountContext): Session {
  const gateway = createGateway(account);
  return {
    async identity() {
      const { account_id, name, email } = await gateway.currentAccount();
      return { remoteUserId: account_id, label: name.display_name, email };
    },
    files: createReads(gateway),
    writes: createWrites(gateway),
    quota: () => quota(gateway),
    async [Symbol.asyncDispose]() {},
  };
}

/** A team member shares the team’s quota unless they have one of their own. */
async function quota(gateway: Gateway): Promise<{ used: number; total: number | null }> {
  const { used, allocation } = await gateway.spaceUsage();
  if (allocation['.tag'] === 'individual') return { used, total: allocation.allocated };
  if (allocation['.tag'] !== 'team') return { used, total: null };
  const own = allocation.user_within_team_space_allocated;
  return own > 0 ? { used, total: own } : { used: allocation.used, total: allocation.allocated };
}
