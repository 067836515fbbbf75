import { createHash } from 'node:crypto';
import { contract } from '@sheaf/contract';
import type { ServedFolder, WebdavServer } from '@sheaf/sandbox';
import { choose, type Edit, type TestCloud, textOf } from './cloud.ts';

const { sources } = contract;

/** A folder on disk behind a real WebDAV server: paths for ids, no feed. It fails only as its server does. */
export function folderCloud(server: WebdavServer, folder: ServedFolder): TestCloud {
  async function apply(edit: Edit): Promise<void> {
    const { what, pick, into, name } = edit;
    const items = await folder.list([]);
    const parent = choose([[], ...items.filter(({ kind }) => kind === 'folder').map(({ path }) => path)], into)!;
    const item = choose(items, pick);
    const free = (path: readonly string[]) => !items.some((one) => one.path.join('/') === path.join('/'));
    const to = [...parent, name];
    if (what === 'add') {
      if (free(to)) await folder.write(to, Buffer.from(textOf(edit)));
    } else if (what === 'add folder') {
      if (free(to)) await folder.mkdir(to);
    } else if (!item) return;
    else if (what === 'write') {
      if (item.kind === 'file') await folder.write(item.path, Buffer.from(textOf(edit)));
    } else if (what === 'rename' || what === 'move') {
      const target = what === 'move' ? [...parent, item.path.at(-1)!] : [...item.path.slice(0, -1), name];
      const inside = `${target.join('/')}/`.startsWith(`${item.path.join('/')}/`);
      if (!inside && free(target)) await folder.move(item.path, target);
    } else if (what === 'remove' || what === 'trash') await folder.remove(item.path);
  }

  return {
    async connect(who) {
      const { url } = (await who.call(sources.beginOAuth, { body: { source: 'webdav' } })).data;
      const state = new URL(url).searchParams.get('state')!;
      const fields = { address: server.url, username: server.username, password: server.password };
      const { code } = (await who.call(sources.submitCredentials, { body: { source: 'webdav', state, fields } })).data;
      return (await who.call(sources.finishOAuth, { body: { source: 'webdav', state, code } })).data.id;
    },
    async clear() {
      for (const { path } of await folder.list([])) if (path.length === 1) await folder.remove(path);
    },
    edit: apply,
    items: async () =>
      (await folder.list([])).map(({ path, kind, bytes }) => ({
        id: null,
        path: `/${path.join('/')}`,
        kind: kind === 'folder' ? 'folder' : 'file',
        size: bytes?.length ?? null,
        sha256: bytes ? createHash('sha256').update(bytes).digest('hex') : null,
      })),
    fail: () => {},
    clearFaults: () => {},
  };
}
