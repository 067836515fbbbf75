import type { Held, Outside, Path } from '../shared/outside.ts';

/** The store’s functions that another client uses; keys come in any order. */
export interface RawStore {
  keys(): Promise<readonly string[]>;
  get(key: string): Promise<Uint8Array>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  delete(key: string): Promise<void>;
}

const empty = new Uint8Array();

/** Another client of a bucket, which marks folders by empty objects, like most programs. */
export function bucketFolders(store: RawStore, prefix = ''): Outside {
  const keyOf = (path: Path) => prefix + path.join('/');
  const below = async (key: string) => (await store.keys()).filter((one) => one === key || one.startsWith(`${key}/`));
  return {
    write: (path, bytes) => store.put(keyOf(path), bytes),
    mkdir: (path) => store.put(`${keyOf(path)}/`, empty),
    async move(from, to) {
      for (const key of await below(keyOf(from))) {
        await store.put(keyOf(to) + key.slice(keyOf(from).length), await store.get(key));
        await store.delete(key);
      }
    },
    async remove(path) {
      for (const key of await below(keyOf(path))) await store.delete(key);
    },
    async list(folder) {
      const start = folder.length === 0 ? prefix : `${keyOf(folder)}/`;
      const inside = (await store.keys()).filter((key) => key.startsWith(start) && key !== start);
      return Promise.all(inside.map((key) => heldAt(store, key, prefix)));
    },
  };
}

async function heldAt(store: RawStore, key: string, prefix: string): Promise<Held> {
  const path = key.slice(prefix.length).split('/');
  if (key.endsWith('/')) return { path: path.slice(0, -1), kind: 'folder' };
  return { path, kind: 'file', bytes: await store.get(key) };
}
