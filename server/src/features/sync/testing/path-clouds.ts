import { createHash } from 'node:crypto';
import type { BoxSandbox, DropboxSandbox, GraphSandbox, Outside } from '@sheaf/sandbox';
import { connectAccount, connectFully } from '../../../testing/sign-in/consent.ts';
import { choose, type Edit, type EditableCloud, type Item, textOf } from './cloud.ts';

type Path = readonly string[];

interface PathCloud {
  outside: Outside;
  /** Names that differ only in case are different names. */
  isCaseSensitive?: true;
  /** Items can't be renamed to a name that differs only in case. */
  keepsCase?: true;
  /** The ids by path, such as `/a/b`, unless paths are the ids. */
  ids?(): ReadonlyMap<string, string>;
  /** Moves to the trash; returns the function to restore it. */
  trash?(path: Path): () => void;
  /** Neither edited nor among the items. */
  hides?(path: Path): boolean;
}

const textual = (path: Path) => `/${path.join('/')}`;

/** Equal for paths that the cloud considers the same; a folder's key is a prefix of its content's keys. */
const keyOf = (path: Path, { isCaseSensitive }: PathCloud) =>
  isCaseSensitive ? `${textual(path)}/` : `${textual(path)}/`.toLowerCase();

const isFree = (path: Path, taken: readonly Path[], cloud: PathCloud) =>
  !taken.some((one) => keyOf(one, cloud) === keyOf(path, cloud));

function canMove(from: Path, to: Path, taken: readonly Path[], cloud: PathCloud): boolean {
  const [before, after] = [keyOf(from, cloud), keyOf(to, cloud)];
  if (before === after) return textual(from) !== textual(to) && !cloud.keepsCase;
  return !after.startsWith(before) && isFree(to, taken, cloud);
}

/** Edits and items of a cloud whose files have paths. Edits run one after another. */
export function pathCloud(cloud: PathCloud): Pick<EditableCloud, 'clear' | 'edit' | 'items'> {
  const { outside, ids, trash, hides } = cloud;
  const trashed: (() => void)[] = [];
  const all = async () => (await outside.list([])).filter(({ path }) => !hides?.(path));

  async function apply(given: Edit): Promise<void> {
    const { what, pick, into, name } = given;
    const items = await all();
    const paths = items.map(({ path }) => path);
    const parent = choose([[], ...items.filter(({ kind }) => kind === 'folder').map(({ path }) => path)], into)!;
    const item = choose(items, pick);
    const to = [...parent, name];
    if (what === 'add') {
      if (isFree(to, paths, cloud)) await outside.write(to, Buffer.from(textOf(given)));
    } else if (what === 'add folder') {
      if (isFree(to, paths, cloud)) await outside.mkdir(to);
    } else if (what === 'restore') {
      try {
        trashed.splice(pick % Math.max(1, trashed.length), 1)[0]?.();
      } catch {}
    } else if (!item) return;
    else if (what === 'write') {
      if (item.kind === 'file') await outside.write(item.path, Buffer.from(textOf(given)));
    } else if (what === 'rename' || what === 'move') {
      const target = what === 'move' ? [...parent, item.path.at(-1)!] : [...item.path.slice(0, -1), name];
      if (canMove(item.path, target, paths, cloud)) await outside.move(item.path, target);
    } else if (what === 'trash' && trash) trashed.push(trash(item.path));
    else await outside.remove(item.path);
  }

  async function items(): Promise<Item[]> {
    const listed = all();
    // From the same moment as the list.
    const known = ids?.();
    const idAt = (path: string) => {
      const id = known?.get(path) ?? null;
      if (known && id === null) throw new Error(`${path} has no id`);
      return id;
    };
    return (await listed).map(({ path, kind, bytes }) => ({
      id: idAt(textual(path)),
      path: textual(path),
      kind: kind === 'folder' ? 'folder' : 'file',
      size: bytes?.length ?? null,
      sha256: bytes ? createHash('sha256').update(bytes).digest('hex') : null,
    }));
  }

  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const done = last.then(act);
    last = done.catch(() => {});
    return done;
  };

  return {
    edit: (given) => inTurn(() => apply(given)),
    items: () => inTurn(items),
    async clear() {
      for (const { path } of await outside.list([])) if (path.length === 1) await outside.remove(path);
      trashed.length = 0;
    },
  };
}

/** Dropbox: stable ids, names unique regardless of case, deletions reported by path; with oddities from the seed. */
export function dropboxCloud({ control, outside }: DropboxSandbox, seed: string): EditableCloud {
  const person = 'ada';
  const ids = () => new Map(control.list({ person, path: '' }).map(({ path, id }) => [path, id]));
  const cloud = pathCloud({ outside: outside(person), keepsCase: true, ids });
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

/**
 * Box: stable ids, names unique regardless of case, a trash, events that come twice and out of order; with oddities
 * from the seed.
 */
export function boxCloud({ control, outside }: BoxSandbox, seed: string): EditableCloud {
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

/**
 * OneDrive: stable ids, names unique regardless of case, a recycle bin, several drives; with oddities from the seed.
 */
export function graphCloud(
  { control, state, outside }: GraphSandbox,
  person: 'ada' | 'bruno',
  seed: string,
): EditableCloud {
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
