import fc from 'fast-check';
import { ConnectorError, type ConnectorErrorCode } from '../errors.ts';
import type { Batch, RemoteId, RemoteItem } from '../session.ts';
import type { WalkOptions } from '../walk/options.ts';
import { walkTree } from '../walk/walk.ts';

/** Paths; those that end with a slash are folders. The root is '/'. */
export type Tree = ReadonlySet<string>;

export function itemOf(path: string, revision = 'r'): RemoteItem {
  const parts = path.replace(/\/$/, '').split('/');
  const name = parts.pop()!;
  const kind = path.endsWith('/') ? 'folder' : 'file';
  const parentId = `${parts.join('/')}/` as RemoteId;
  const id = path as RemoteId;
  return { id, parentId, name, kind, mimeType: null, size: null, modifiedAt: null, revision, hashes: {} };
}

export function source(tree: Tree, failing: Record<string, ConnectorErrorCode> = {}) {
  const children = new Map<string, RemoteItem[]>([['/', []]]);
  for (const path of tree) if (path.endsWith('/')) children.set(path, []);
  for (const path of tree) children.get(itemOf(path).parentId!)!.push(itemOf(path));
  const listed = new Map<string, number>();
  let running = 0;
  const stats = { listed, maxRunning: 0, running: () => running };
  const list = async (folder: RemoteId) => {
    listed.set(folder, (listed.get(folder) ?? 0) + 1);
    stats.maxRunning = Math.max(stats.maxRunning, ++running);
    await new Promise((done) => setImmediate(done));
    running--;
    if (failing[folder]) throw new ConnectorError(failing[folder], 'no');
    // The order is unreliable.
    return { items: [...children.get(folder)!].sort(() => (listed.get(folder)! % 2 ? 1 : -1)) };
  };
  return { list, stats };
}

export type Given = Partial<WalkOptions> & Pick<WalkOptions, 'list'>;
export const walk = (given: Given) =>
  walkTree({
    roots: ['/' as RemoteId],
    parallel: () => 4,
    from: null,
    signal: new AbortController().signal,
    batchSize: 3,
    ...given,
  });

export async function all(batches: AsyncIterable<Batch<RemoteItem>>) {
  const result = { ids: [] as string[], failures: [] as string[], unchanged: [] as string[], batches: 0 };
  for await (const batch of batches) {
    result.batches++;
    result.ids.push(...batch.items.map(({ id }) => id));
    result.failures.push(...batch.failures.map(({ id, error }) => `${id} ${error.code}`));
    result.unchanged.push(...batch.unchanged);
  }
  return result;
}

/** Random trees as lists of steps: a folder, and the number of files to add there. */
export const anyTree: fc.Arbitrary<Tree> = fc
  .array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 9 })), { maxLength: 25 })
  .map((steps) => {
    const folders = ['/'];
    const tree = new Set<string>();
    for (const [n, [at, files]] of steps.entries()) {
      const folder = `${folders[at % folders.length]}d${n}/`;
      folders.push(folder);
      tree.add(folder);
      for (let file = 0; file < files; file++) tree.add(`${folder}f${file}`);
    }
    return tree;
  });
