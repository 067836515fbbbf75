import type { Connector } from '../kit/connector.ts';
import { boxLike } from '../kit/names/names.ts';
import type { Session } from '../kit/session.ts';
import { app } from './app.ts';
import { auth } from './auth.ts';
import { createGateway } from './gateway.ts';
import { createReads } from './reads.ts';
import { CHUNK, createUploads } from './uploads.ts';
import { createWrites } from './writes.ts';

interface User {
  id: string;
  name: string;
  login?: string;
  space_amount: number;
  space_used: number;
}

/** What Box reports for an account without a limit. */
const UNLIMITED = 999_999_999_999_999;

export const box: Connector = {
  manifest: {
    slug: 'box',
    name: 'Box',
    rank: 40,
    app,
    capabilities: [
      'files',
      'files.changes',
      'writes',
      'writes.move',
      'writes.copy',
      'writes.trash',
      'writes.restore',
      'quota',
    ],
    urls: {
      authorize: 'https://account.box.com/api/oauth2/authorize',
      api: 'https://api.box.com',
      upload: 'https://upload.box.com/api',
    },
    hashes: ['sha1'],
    stableIds: true,
    uniqueNames: true,
    // Box chooses the part size, usually 8 MiB. The largest file size depends on the plan.
    upload: { chunkMultiple: CHUNK, maxChunk: CHUNK, maxSize: 500 * 1024 ** 3 },
    names: boxLike,
  },
  auth,

  open(account): Session {
    const gateway = createGateway(account);
    const me = () => gateway.api<User>('users/me');
    const uploads = createUploads(gateway);
    return {
      async identity() {
        const { id, name, login } = await me();
        return { remoteUserId: id, label: login ?? name, ...(login && { email: login }) };
      },
      async quota() {
        const { space_used, space_amount } = await me();
        return { used: space_used, total: space_amount >= UNLIMITED ? null : space_amount };
      },
      files: createReads(gateway, account.now),
      writes: createWrites(gateway, uploads),
      [Symbol.asyncDispose]: () => uploads.close(),
    };
  },
};
