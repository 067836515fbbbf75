import { createHash } from 'node:crypto';
import type { GraphSandbox } from '@sheaf/sandbox';
import { connectFully } from '../../../testing/consent.ts';
import { choose, type Edit, type Item, type TestCloud, textOf } from './cloud.ts';

/** OneDrive: stable ids, unique names whatever their case, a recycle bin, several drives; as odd as the seed. */
export function graphCloud({ control, state }: GraphSandbox, person: 'ada' | 'bruno', seed: string): TestCloud {
  const drive = state.ownDrive(person);
  const trashed = new Set<string>();
  const all = () => control.list({ person, path: '' });

  function apply(edit: Edit): void {
    const { what, pick, into, name } = edit;
    const items = all();
    const parent = choose(['', ...items.filter(({ kind }) => kind === 'folder').map(({ path }) => path)], into)!;
    const item = choose(items, pick);
    const to = `${parent}/${name}`;
    if (what === 'add') {
      if (!drive.at(to.split('/').filter(Boolean))) control.write({ person, path: to, text: textOf(edit) });
    } else if (what === 'add folder') control.mkdir({ person, path: to });
    else if (what === 'restore') {
      const id = choose([...trashed], pick);
      if (id !== undefined && trashed.delete(id)) control.restore({ person, id });
    } else if (!item) return;
    else if (what === 'write') {
      if (item.kind === 'file') control.write({ person, path: item.path, text: textOf(edit) });
    } else if (what === 'rename')
      control.move({ person, from: item.path, to: item.path.replace(/[^/]+$/, () => name) });
    else if (what === 'move')
      control.move({ person, from: item.path, to: `${parent}/${item.path.slice(item.path.lastIndexOf('/') + 1)}` });
    else {
      control.remove({ person, path: item.path });
      if (what === 'trash') trashed.add(item.id);
    }
  }

  const itemOf = ({ id, path, kind, size }: ReturnType<typeof all>[number]): Item => ({
    id: `${drive.id}/${id}`,
    path,
    kind: kind === 'folder' ? 'folder' : 'file',
    size,
    sha256:
      kind === 'folder'
        ? null
        : createHash('sha256')
            .update(Buffer.from(control.read({ person, path }), 'base64'))
            .digest('hex'),
  });
  const tops = () =>
    state.sites
      .filter(({ followers }) => followers.has(person))
      .flatMap((site) => site.libraries.map((library) => ({ site, library })))
      .map(
        ({ site, library }): Item => ({
          id: `${library.id}/${library.root.id}`,
          path: `/${site.displayName} - ${library.name}`,
          kind: 'folder',
          size: null,
          sha256: null,
        }),
      );

  return {
    connect: async (who) => (await connectFully(who, 'onedrive', person)).id,
    async clear() {
      for (const { path } of all()) if (path.lastIndexOf('/') === 0) control.remove({ person, path });
      control.setOddities({ seed });
    },
    async edit(edit) {
      try {
        apply(edit);
      } catch {}
    },
    items: async () => [...all().map(itemOf), ...(person === 'ada' ? [] : tops())],
    fail: ({ nth, times, action }) => control.fail({ nth, times, action }),
    clearFaults: () => control.clearFaults(),
  };
}
