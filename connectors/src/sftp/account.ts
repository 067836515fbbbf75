import type { AccountContext } from '../kit/connector.ts';
import { plainError } from '../kit/errors.ts';
import type { RemoteId, RemoteItem } from '../kit/session.ts';
import { itemOf } from './adapt.ts';
import type { SftpFields } from './auth.ts';
import { isFailure, noSuchItem } from './failures.ts';
import type { SftpConnection } from './gateway.ts';
import { isInside, nameOf, parentPath, type SftpPath } from './paths.ts';
import { createPool, type Pool } from './pool.ts';

/** The account's root folder, and the items below it. */
export interface SftpAccount {
  context: AccountContext;
  pool: Pool;
  root(): Promise<string>;
  /** The path of an id; null is the top. */
  pathOf(id: RemoteId | null): SftpPath;
  /** The absolute path on the host. */
  absolute(path: SftpPath): Promise<string>;
  /** Runs one task on a connection, paced and retried like all calls of the account. */
  run<T>(work: (sftp: SftpConnection) => Promise<T>, options?: { once?: boolean; signal?: AbortSignal }): Promise<T>;
  list(path: SftpPath, signal?: AbortSignal): Promise<{ items: RemoteItem[] }>;
  item(path: SftpPath): Promise<RemoteItem>;
}

const UNFINISHED = /^\.sheaf-[0-9a-f-]{36}\.part$/;

/** The name of an unfinished upload; listings leave it out. */
export const unfinishedName = (): string => `.sheaf-${crypto.randomUUID()}.part`;

export function createSftpAccount(context: AccountContext): SftpAccount {
  const pool = createPool(context);
  const run: SftpAccount['run'] = (work, options) => context.call(() => pool.use(work), options);
  let found: Promise<string> | undefined;
  const root = () => {
    found ??= findRoot(context, run).catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  };
  const absolute = async (path: SftpPath) => {
    const relative = path.endsWith('/') ? path.slice(0, -1) : path;
    return relative === '' ? root() : `${(await root()).replace(/\/$/, '')}/${relative}`;
  };

  return {
    context,
    pool,
    root,
    absolute,
    run,
    pathOf(id) {
      if (id === null) return '';
      if (!isInside(id)) throw noSuchItem();
      return id;
    },
    async list(path, signal) {
      const folder = await absolute(path);
      const entries = await run((sftp) => sftp.readdir(folder), { signal });
      return {
        items: entries
          .filter(({ name }) => !UNFINISHED.test(name))
          .map(({ name, attributes }) => itemOf(path, name, attributes)),
      };
    },
    async item(path) {
      const at = await absolute(path);
      const item = itemOf(parentPath(path), nameOf(path), await run((sftp) => sftp.lstat(at)));
      // A folder that replaced a file is another item, and vice versa.
      if (item.id !== path) throw noSuchItem();
      return item;
    },
  };
}

/** A missing root proves nothing about the files: it may be on a disk that isn’t mounted at the moment. */
async function findRoot(context: AccountContext, run: SftpAccount['run']): Promise<string> {
  const { folder } = (await context.fields()) as SftpFields;
  try {
    return await run(async (sftp) => {
      const root = await sftp.realpath(folder.trim() || '.');
      await sftp.lstat(root);
      return root;
    });
  } catch (error) {
    if (!isFailure(error, 'not_found')) throw error;
    throw plainError('unavailable', `Folder not found on the host: ${folder}`, { field: 'folder' });
  }
}
