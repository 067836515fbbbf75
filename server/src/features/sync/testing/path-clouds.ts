import { createHash } from 'node:crypto';
import type { BoxSandbox, DropboxSandbox, GraphSandbox, Outside } from '@sheaf/sandbox';
import { connectAccount, connectFully } from '../../../testing/consent.ts';
import { choose, type Edit, type Item, type TestCloud, textOf } from './cloud.ts';

type Path = readonly string[];

interface PathCloud {
  outside: Outside;
  /** The ids by path, such as `/a/b`, where they are not paths themselves. */
  ids?(): ReadonlyMap<string, string>;
  /** Into the trash; answers how it comes back. */
  trash?(path: Path): () => void;
}

const textual = (path: Path) => `/${path.join('/')}`;

/** Edits and items of a cloud whose files have paths. People see no file of the name of an upload under way. */
export function pathCloud({ outside, ids, trash }: PathCloud): Pick<TestCloud, 'clear' | 'edit' | 'items'> {
  const trashed: (() => void)[] = [];
  const isUpload = (path: Path) => /^\.sheaf-.*\.part$/.test(path.at(-1)!);
  const all = async () => (await outside.list([])).filter(({ path }) => !isUpload(path));

  async function edit(given: Edit): Promise<void> {
    const { what, pick, into, name } = given;
    const items = await all();
    const parent = choose([[], ...items.filter(({ kind }) => kind === 'folder').map(({ path }) => path)], into)!;
    const item = choose(items, pick);
    const asOne = (path: Path) => `${textual(path)}/`.toLowerCase();
    const free = (path: Path) => !items.some((one) => asOne(one.path) === asOne(path));
    const to = [...parent, name];
    if (what === 'add') {
      if (free(to)) await outside.write(to, Buffer.from(textOf(given)));
    } else if (what === 'add folder') {
      if (free(to)) await outside.mkdir(to);
    } else if (what === 'restore') {
      try {
        trashed.splice(pick % Math.max(1, trashed.length), 1)[0]?.();
      } catch {}
    } else if (!item) return;
    else if (what === 'write') {
      if (item.kind === 'file') await outside.write(item.path, Buffer.from(textOf(given)));
    } else if (what === 'rename' || what === 'move') {
      const target = what === 'move' ? [...parent, item.path.at(-1)!] : [...item.path.slice(0, -1), name];
      if (!asOne(target).startsWith(asOne(item.path)) && free(target)) await outside.move(item.path, target);
    } else if (what === 'trash' && trash) trashed.push(trash(item.path));
    else await outside.remove(item.path);
  }

  return {
    edit,
    async clear() {
      for (const { path } of await outside.list([])) if (path.length === 1) await outside.remove(path);
      trashed.length = 0;
    },
    async items() {
      const known = ids?.();
      return (await all()).map(
        ({ path, kind, bytes }): Item => ({
          id: known?.get(textual(path)) ?? null,
          path: textual(path),
          kind: kind === 'folder' ? 'folder' : 'file',
          size: bytes?.length ?? null,
          sha256: bytes ? createHash('sha256').update(bytes).digest('hex') : null,
        }),
      );
    },
  };
}

/** Dropbox: stable ids, unique names whatever their case, deletions reported by path; as odd as the seed makes it. */
export function dropboxCloud({ control, outside }: DropboxSandbox, seed: string): TestCloud {
  const person = 'ada';
  const ids = () => new Map(control.list({ person, path: '' }).map(({ path, id }) => [path, id]));
  const cloud = pathCloud({ outside: outside(person), ids });
  return {
    ...cloud,
    connect: async (who) => (await connectAccount(who, 'dropbox', person)).id,
    async clear() {
      await cloud.clear();
      control.setOddities({ person, seed });
    },
    fail: ({ nth, times, action }) => control.fail({ nth, times, action }),
    clearFaults: () => control.clearFaults(),
  };
}

/** Box: stable ids, unique names whatever their case, a trash, events that come twice and out of order; as odd as the seed. */
export function boxCloud({ control, outside }: BoxSandbox, seed: string): TestCloud {
  const person = 'ada';
  const ids = () =>
    new Map(control.list({ person, path: '' }).map(({ path, type, id }) => [`/${path}`, `${type}:${id}`]));
  const trash = (path: Path) => {
    const gone = control.trash({ person, path: path.join('/') });
    return () => control.restore({ person, ...gone });
  };
  const cloud = pathCloud({ outside: outside(person), ids, trash });
  return {
    ...cloud,
    connect: async (who) => (await connectAccount(who, 'box', person)).id,
    async clear() {
      await cloud.clear();
      control.setOddities({ person, seed });
    },
    fail: ({ nth, times, action }) => control.fail({ path: '/2.0/', nth, times, action }),
    clearFaults: () => control.clearFaults(),
  };
}

/** OneDrive: stable ids, unique names whatever their case, a recycle bin, several drives; as odd as the seed. */
export function graphCloud(
  { control, state, outside }: GraphSandbox,
  person: 'ada' | 'bruno',
  seed: string,
): TestCloud {
  const drive = state.ownDrive(person);
  const ids = () => new Map(control.list({ person, path: '' }).map(({ path, id }) => [path, `${drive.id}/${id}`]));
  const trash = (path: Path) => {
    const { id } = drive.at(path)!;
    control.remove({ person, path: path.join('/') });
    return () => control.restore({ person, id });
  };
  const cloud = pathCloud({ outside: outside(person), ids, trash });
  const libraries = (): Item[] =>
    state.sites
      .filter(({ followers }) => person !== 'ada' && followers.has(person))
      .flatMap(({ displayName, libraries }) =>
        libraries.map(({ id, name, root }) => ({
          id: `${id}/${root.id}`,
          path: `/${displayName} - ${name}`,
          kind: 'folder',
          size: null,
          sha256: null,
        })),
      );
  return {
    ...cloud,
    connect: async (who) => (await connectFully(who, 'onedrive', person)).id,
    async clear() {
      await cloud.clear();
      control.setOddities({ seed });
    },
    items: async () => [...(await cloud.items()), ...libraries()],
    fail: ({ nth, times, action }) => control.fail({ nth, times, action }),
    clearFaults: () => control.clearFaults(),
  };
}
