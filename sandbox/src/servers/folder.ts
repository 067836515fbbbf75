import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outside, Path } from '../shared/outside.ts';

/**
 * A real server’s folder, changed directly on the disk. Writable for everyone, because servers run as different users.
 */
export interface ServedFolder extends Outside {
  root: string;
  stop(): Promise<void>;
}

export async function serveFolder(): Promise<ServedFolder> {
  const base = await mkdtemp(join(tmpdir(), 'sheaf-served-'));
  await chmod(base, 0o755);
  const root = join(base, 'files');
  const at = (path: Path) => join(root, ...path);
  const open = async (folder: string) => {
    await mkdir(folder);
    await chmod(folder, 0o777);
  };
  await open(root);
  return {
    root,
    async write(path, bytes, modifiedAt) {
      await writeFile(at(path), bytes);
      await chmod(at(path), 0o666);
      if (modifiedAt) await utimes(at(path), modifiedAt, modifiedAt);
    },
    mkdir: (path) => open(at(path)),
    move: (from, to) => rename(at(from), at(to)),
    remove: (path) => rm(at(path), { recursive: true }),
    list: (folder) => listBelow(root, folder),
    stop: () => rm(base, { recursive: true, force: true, maxRetries: 5 }),
  };
}

async function listBelow(root: string, folder: Path): ReturnType<ServedFolder['list']> {
  const entries = await readdir(join(root, ...folder), { withFileTypes: true });
  const lists = await Promise.all(
    entries.map(async (entry): ReturnType<ServedFolder['list']> => {
      const path = [...folder, entry.name];
      if (entry.isDirectory()) return [{ path, kind: 'folder' }, ...(await listBelow(root, path))];
      if (!entry.isFile()) return [{ path, kind: 'link' }];
      return [{ path, kind: 'file', bytes: await readFile(join(root, ...path)) }];
    }),
  );
  return lists.flat();
}
