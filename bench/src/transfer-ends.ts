import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { provide, serveFolder, startOpenssh } from '../../sandbox/src/index.ts';
import { fill, serveTree, type Tree } from './dav-server.ts';
import { type Line, putInFront } from './front.ts';

/** A server that files go from or to. */
export interface End {
  source: 'webdav' | 'sftp';
  /** As people type them into Sheaf. */
  fields: Record<string, string>;
  /** The file of a certificate that clients have to trust. */
  authority?: string | undefined;
  /** Its folder on the disk. */
  root: string;
}

/** Two servers: one with a tree, one that is empty. */
export interface Ends {
  from: End;
  to: End;
  /** Addresses below the source, the top left out; those of folders end with a slash. */
  folders: string[];
  files: string[];
  stop(): Promise<void>;
}

const empty: Tree = { files: 0, folders: 0, size: 0 };

export async function davEnds(tree: Tree, line: Line): Promise<Ends> {
  const [from, to] = [await serveTree(tree, line), await serveTree(empty, line)];
  const endOf = ({ url, authority, username, password, root }: typeof from): End => ({
    source: 'webdav',
    fields: { address: url, username, password },
    authority,
    root,
  });
  const stop = async () => void (await Promise.all([from.stop(), to.stop()]));
  return { from: endOf(from), to: endOf(to), folders: from.folders.slice(1), files: from.files, stop };
}

/** SSH encrypts by itself. */
export async function sftpEnds(tree: Tree, { delayMs }: Line): Promise<Ends> {
  const [from, to] = [await sftpEnd(tree, delayMs), await sftpEnd(empty, delayMs)];
  const stop = async () => void (await Promise.all([from.stop(), to.stop()]));
  return { from: from.end, to: to.end, folders: from.folders.slice(1), files: from.files, stop };
}

async function sftpEnd(tree: Tree, delayMs: number) {
  const program = provide('sshd');
  if (!program) throw new Error('This needs sshd (Debian: openssh-server).');
  const folder = await serveFolder();
  const filled = await fill(folder, tree);
  const server = await startOpenssh(program);
  const front = await putInFront(`ssh://127.0.0.1:${server.port}`, { delayMs });
  const { host, username, privateKey } = server;
  const { port } = front.url;
  const fields = { host, port, username, password: '', privateKey, folder: folder.root };
  return {
    ...filled,
    end: { source: 'sftp' as const, fields, root: folder.root },
    async stop() {
      front.stop();
      await server.stop();
      await folder.stop();
    },
  };
}

/** Empties the destination for the next run. */
export async function clear({ root }: End): Promise<void> {
  for (const name of await readdir(root)) await rm(join(root, name), { recursive: true });
}

/** Fails unless the destination has all files, and nothing besides. */
export async function mustHaveAll({ to, files, folders }: Ends): Promise<void> {
  const found = await readdir(to.root, { recursive: true });
  // Apache stores properties in folders of that name.
  const own = found.filter((path) => !path.includes('.DAV'));
  if (own.length !== files.length + folders.length)
    throw new Error(`${own.length} files and folders arrived, of ${files.length + folders.length}`);
}
