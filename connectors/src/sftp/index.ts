import type { AccountContext, Connector, Manifest } from '../kit/connector.ts';
import { posix } from '../kit/names/names.ts';
import type { Session } from '../kit/session.ts';
import { createSftpAccount } from './account.ts';
import { createArranging } from './arrange.ts';
import { auth, type SftpFields } from './auth.ts';
import { createReads } from './reads.ts';
import { createUploads } from './uploads.ts';

const manifest: Manifest = {
  slug: 'sftp',
  name: 'SFTP',
  rank: 90,
  capabilities: ['files', 'writes', 'writes.move', 'quota'],
  urls: {},
  hashes: [],
  stableIds: false,
  uniqueNames: true,
  upload: { chunkMultiple: 1, maxChunk: 32 * 1024 * 1024, maxSize: Number.MAX_SAFE_INTEGER },
  names: posix,
};

/** Any SFTP server. There is no change feed and no trash: deletions are final. */
export const sftp: Connector = { manifest, auth, open };

function open(context: AccountContext): Session {
  const account = createSftpAccount(context);
  return {
    files: createReads(account),
    writes: { ...createUploads(account), ...createArranging(account) },
    async identity() {
      const { username, host, port } = (await context.fields()) as SftpFields;
      const root = await account.root();
      return { remoteUserId: `${username}@${host}:${port || 22}${root}`, label: `${username}@${host}` };
    },
    /** The space on the disk of the root folder. */
    async quota() {
      const root = await account.root();
      const space = await account.run((connection) => connection.space(root));
      return { used: space?.used ?? null, total: space?.total ?? null };
    },
    [Symbol.asyncDispose]: () => account.pool.close(),
  };
}
