import type { AccountContext, Connector } from '../kit/connector.ts';
import { microsoftApp, microsoftUrls } from '../kit/microsoft/app.ts';
import { windowsLike } from '../kit/names/names.ts';
import type { Session } from '../kit/session.ts';
import { auth } from './auth.ts';
import { cannotRestore } from './cannot-restore.ts';
import { createGateway } from './gateway.ts';
import { createDrives } from './libraries/drives.ts';
import { createReads } from './reads.ts';
import { GRAIN } from './uploads.ts';
import { webhook } from './webhook.ts';
import { createWrites } from './writes.ts';

export const onedrive: Connector = {
  manifest: {
    slug: 'onedrive',
    name: 'OneDrive',
    rank: 20,
    app: microsoftApp,
    capabilities: [
      'files',
      'files.changes',
      'files.watch',
      'writes',
      'writes.move',
      'writes.copy',
      'writes.trash',
      'writes.restore',
      'quota',
    ],
    urls: microsoftUrls,
    hashes: ['quickxor', 'sha256', 'sha1'],
    stableIds: true,
    uniqueNames: true,
    // A request may have 60 MiB; Microsoft recommends 5 to 10.
    upload: { chunkMultiple: GRAIN, maxChunk: 32 * GRAIN, maxSize: 250 * 1024 ** 3 },
    names: windowsLike,
    cannotRestore,
  },
  auth,
  webhook,
  open,
};

function open(account: AccountContext): Session {
  const gateway = createGateway(account);
  const drives = createDrives(gateway);
  return {
    async identity() {
      const { id, displayName, mail, userPrincipalName } = await gateway.me();
      const email = mail ?? userPrincipalName;
      return { remoteUserId: id, label: email ?? displayName ?? id, ...(email !== undefined && { email }) };
    },
    async quota() {
      const { quota } = await gateway.myDrive();
      return { used: quota?.used ?? null, total: quota?.total || null };
    },
    files: createReads(account, gateway, drives),
    writes: createWrites(account, gateway, drives),
    async [Symbol.asyncDispose]() {},
  };
}
