import type { files } from 'dropbox';
import { badInput } from '../errors.ts';
import { View } from '../files/view.ts';
import type { World } from '../world.ts';
import { readCursor } from './cursors.ts';
import { hasNews } from './list-folder.ts';

export const longpollFields = { cursor: 'string', timeout: 'integer=' } as const;

/** Answers when something has changed, or after the timeout. Needs no token: the cursor is secret enough. */
export async function longpoll(
  world: World,
  arg: files.ListFolderLongpollArg,
  route: string,
): Promise<files.ListFolderLongpollResult> {
  const { timeout = 30 } = arg;
  if (timeout < 30 || timeout > 480)
    throw badInput(route, `request body: timeout: ${timeout} is not between 30 and 480`);
  const cursor = readCursor(world, arg.cursor, route);
  const account = world.account(cursor.account);
  const view = new View(account, cursor.base === account.home.id ? account.home : account.tree.root);
  const end = Date.now() + timeout * 1000;
  while (!hasNews(view, cursor)) {
    const left = end - Date.now();
    if (left <= 0) return { changes: false };
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        stop();
        resolve();
      };
      const timer = setTimeout(done, left).unref();
      const stop = account.tree.watch(done);
    });
  }
  return { changes: true };
}
