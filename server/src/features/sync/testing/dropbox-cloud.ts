import { createHash } from 'node:crypto';
import type { DropboxSandbox } from '@sheaf/sandbox';
import { connectAccount } from '../../../testing/consent.ts';
import { choose, type Edit, type TestCloud, textOf } from './cloud.ts';

const person = 'ada';

/** Dropbox: stable ids, unique names whatever their case, deletions reported by path; as odd as the seed makes it. */
export function dropboxCloud({ control }: DropboxSandbox, seed: string): TestCloud {
  const all = () => control.list({ person, path: '' });

  function apply(edit: Edit): void {
    const { what, pick, into, name } = edit;
    const items = all();
    const parent = choose(['', ...items.filter(({ kind }) => kind === 'folder').map(({ path }) => path)], into)!;
    const item = choose(items, pick);
    const free = (path: string) => !items.some((one) => one.path.toLowerCase() === path.toLowerCase());
    const to = `${parent}/${name}`;
    if (what === 'add') {
      if (free(to)) control.write({ person, path: to, text: textOf(edit) });
    } else if (what === 'add folder') {
      if (free(to)) control.mkdir({ person, path: to });
    } else if (!item) return;
    else if (what === 'write') {
      if (item.kind === 'file') control.write({ person, path: item.path, text: textOf(edit) });
    } else if (what === 'rename' || what === 'move') {
      const target =
        what === 'move' ? `${parent}/${item.path.split('/').at(-1)}` : item.path.replace(/[^/]+$/, () => name);
      const inside = `${target}/`.toLowerCase().startsWith(`${item.path}/`.toLowerCase());
      if (!inside && free(target)) control.move({ person, from: item.path, to: target });
    } else if (what === 'remove' || what === 'trash') control.remove({ person, path: item.path });
  }

  return {
    connect: async (who) => (await connectAccount(who, 'dropbox', person)).id,
    async clear() {
      for (const { path } of all()) if (path.lastIndexOf('/') === 0) control.remove({ person, path });
      control.setOddities({ person, seed });
    },
    edit: async (edit) => apply(edit),
    items: async () =>
      all().map(({ id, path, kind, size }) => ({
        id,
        path,
        kind: kind === 'folder' ? 'folder' : 'file',
        size,
        sha256:
          kind === 'folder'
            ? null
            : createHash('sha256')
                .update(Buffer.from(control.read({ person, path }), 'base64'))
                .digest('hex'),
      })),
    fail: ({ nth, times, action }) => control.fail({ nth, times, action }),
    clearFaults: () => control.clearFaults(),
  };
}
