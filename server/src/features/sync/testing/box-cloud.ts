import { createHash } from 'node:crypto';
import type { BoxSandbox } from '@sheaf/sandbox';
import { connectAccount } from '../../../testing/consent.ts';
import { choose, type Edit, type TestCloud, textOf } from './cloud.ts';

const person = 'ada';

/** Box: stable ids, unique names whatever their case, a trash, events that come twice and out of order; as odd as the seed. */
export function boxCloud({ control }: BoxSandbox, seed: string): TestCloud {
  const all = () => control.list({ person, path: '' });
  const trashed: ReturnType<typeof control.trash>[] = [];

  function apply(edit: Edit): void {
    const { what, pick, into, name } = edit;
    const items = all();
    const folders = items.filter(({ type }) => type === 'folder').map(({ path }) => path);
    const parent = choose(['', ...folders], into)!;
    const item = choose(items, pick);
    const within = (folder: string, leaf: string) => (folder === '' ? leaf : `${folder}/${leaf}`);
    const path = item?.path ?? '';
    const free = (wanted: string) => !items.some((one) => one.path.toLowerCase() === wanted.toLowerCase());
    const to = within(parent, name);
    if (what === 'add' && free(to)) control.write({ person, path: to, text: textOf(edit) });
    else if (what === 'add folder') control.mkdir({ person, path: to });
    else if (what === 'restore') {
      const back = trashed.splice(pick % Math.max(1, trashed.length), 1)[0];
      if (back) control.restore({ person, ...back });
    } else if (!item) return;
    else if (what === 'write' && item.type === 'file') control.write({ person, path, text: textOf(edit) });
    else if (what === 'rename') control.move({ person, from: path, to: path.replace(/[^/]+$/, () => name) });
    else if (what === 'move') control.move({ person, from: path, to: within(parent, path.split('/').at(-1)!) });
    else if (what === 'remove') control.remove({ person, path });
    else if (what === 'trash') trashed.push(control.trash({ person, path }));
  }

  return {
    connect: async (who) => (await connectAccount(who, 'box', person)).id,
    async clear() {
      for (const { path } of all()) if (!path.includes('/')) control.remove({ person, path });
      trashed.length = 0;
      control.setOddities({ person, seed });
    },
    async edit(edit) {
      try {
        apply(edit);
      } catch {}
    },
    items: async () =>
      all().map(({ id, type, path, size }) => ({
        id: `${type}:${id}`,
        path: `/${path}`,
        kind: type === 'folder' ? 'folder' : 'file',
        size,
        sha256:
          type === 'folder'
            ? null
            : createHash('sha256')
                .update(Buffer.from(control.read({ person, path }), 'base64'))
                .digest('hex'),
      })),
    fail: ({ nth, times, action }) => control.fail({ path: '/2.0/', nth, times, action }),
    clearFaults: () => control.clearFaults(),
  };
}
