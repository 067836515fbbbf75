import type { Connector } from '../kit/connector.ts';
import { googleUrls } from '../kit/google/app.ts';
import { anything } from '../kit/names/names.ts';
import type { Session } from '../kit/session.ts';
import { app } from './app.ts';
import { auth } from './auth.ts';
import { createGateway } from './gateway.ts';
import { readFiles } from './read-files.ts';
import { webhook } from './webhook.ts';
import { writeFiles } from './write-files.ts';

const MIB = 1024 * 1024;

export const googleDrive: Connector = {
  manifest: {
    slug: 'google-drive',
    name: 'Google Drive',
    rank: 10,
    app,
    capabilities: [
      'files',
      'files.changes',
      'files.watch',
      'files.export',
      'files.picker',
      'writes',
      'writes.move',
      'writes.copy',
      'writes.trash',
      'writes.restore',
      'quota',
    ],
    urls: {
      ...googleUrls,
      drive: 'https://www.googleapis.com/drive/v3',
      upload: 'https://www.googleapis.com/upload/drive/v3',
    },
    hashes: ['sha256', 'md5', 'sha1'],
    stableIds: true,
    uniqueNames: false,
    upload: { chunkMultiple: MIB / 4, maxChunk: 8 * MIB, maxSize: 5_497_558_138_880 },
    names: anything,
  },
  auth,
  webhook,

  open(account): Session {
    const gateway = createGateway(account);
    let rootId: Promise<string> | undefined;
    /** The id of My Drive’s root, the parent of items at the top; requested once. */
    const root = (signal?: AbortSignal) => {
      rootId ??= gateway.file('root').then(({ id }) => id!);
      rootId.catch(() => {
        rootId = undefined;
      });
      return signal ? unlessAborted(rootId, signal) : rootId;
    };
    return {
      async identity() {
        const { user } = await gateway.about('user(permissionId,displayName,emailAddress)');
        const email = user?.emailAddress ?? undefined;
        return { remoteUserId: user!.permissionId!, label: email ?? user!.displayName!, ...(email && { email }) };
      },
      /** `usage` includes Gmail and Photos, which count towards the limit. */
      async quota() {
        const { storageQuota } = await gateway.about('storageQuota(usage,limit)');
        const figure = (text: string | null | undefined) => (text == null ? null : Number(text));
        return { used: figure(storageQuota?.usage), total: figure(storageQuota?.limit) };
      },
      files: readFiles(account, gateway, root),
      writes: writeFiles(account, gateway, root),
      async [Symbol.asyncDispose]() {},
    };
  },
};

/** Shared work continues if one of its callers gives up. */
function unlessAborted<T>(shared: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    shared.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
