import { plainError } from '../kit/errors.ts';
import type { FileWrites } from '../kit/session.ts';
import type { SftpAccount } from './account.ts';
import { kindOf } from './adapt.ts';
import { isFailure, isUnexplained, noSuchItem } from './failures.ts';
import type { SftpConnection } from './gateway.ts';
import { childPath, nameOf, parentPath } from './paths.ts';
import { renameTo } from './rename.ts';

type Arranging = Pick<FileWrites, 'mkdir' | 'delete'> & Required<Pick<FileWrites, 'move'>>;

export function createArranging(account: SftpAccount): Arranging {
  const { run, absolute, pathOf, item } = account;
  return {
    async mkdir(parent, name) {
      const path = `${childPath(pathOf(parent), name)}/`;
      const at = await absolute(path);
      try {
        await run((sftp) => sftp.mkdir(at));
        return await item(path);
      } catch (error) {
        if (!isUnexplained(error)) throw error;
      }
      // It probably failed because the folder exists already.
      try {
        return await item(path);
      } catch (error) {
        if (!isFailure(error, 'not_found')) throw error;
        throw plainError('conflict', `Something named ${name} isn’t a folder`);
      }
    },
    async delete(id) {
      const path = pathOf(id);
      if (path === '') throw noSuchItem();
      const at = await absolute(path);
      try {
        if (path.endsWith('/')) await run((sftp) => removeFolder(sftp, at));
        else await run((sftp) => sftp.unlink(at));
      } catch (error) {
        if (!isFailure(error, 'not_found')) throw error;
      }
    },
    async move(id, { parentId, name }) {
      const from = pathOf(id);
      const folder = parentId === undefined ? parentPath(from) : pathOf(parentId);
      const to = childPath(folder, name ?? nameOf(from)) + (from.endsWith('/') ? '/' : '');
      await item(from);
      if (to !== from) await renameTo(account, from, to);
      return item(to);
    },
  };
}

/** Removes an item with everything below it. A link is removed itself; its target stays. */
async function removeFolder(sftp: SftpConnection, folder: string): Promise<void> {
  for (const { name, attributes } of await sftp.readdir(folder)) {
    const at = `${folder}/${name}`;
    if (kindOf(attributes) === 'folder') await removeFolder(sftp, at);
    else await sftp.unlink(at);
  }
  await sftp.rmdir(folder);
}
