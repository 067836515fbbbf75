import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { provide, type ServedFolder, serveFolder, startApache } from '../../sandbox/src/index.ts';

/** `files` of `size` bytes each, spread over `folders`. */
export interface Tree {
  files: number;
  folders: number;
  size: number;
}

export interface DavServer {
  url: string;
  username: string;
  password: string;
  /** Its folder on the disk. */
  root: string;
  /** Addresses below `url`: folders end with a slash, the root is ''. */
  folders: string[];
  files: string[];
  /** Overwrites this many files, each one byte longer. */
  change(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** Apache's mod_dav, the only WebDAV server of Debian that is not itself the bottleneck. */
export async function serveTree(tree: Tree, delayMs: number): Promise<DavServer> {
  const program = provide('apache2');
  if (!program) throw new Error('This needs Apache (Debian: apache2-bin).');
  const folder = await serveFolder();
  const { folders, files } = await fill(folder, tree);
  const apache = await startApache(program, folder.root);
  const proxy = delayMs > 0 ? await delay(Number(new URL(apache.url).port), delayMs) : undefined;
  const url = new URL(apache.url);
  if (proxy) url.port = String(proxy.port);
  return {
    url: url.href,
    username: apache.username,
    password: apache.password,
    root: folder.root,
    folders,
    files,
    async change(count) {
      const every = Math.floor(files.length / count);
      for (let at = 0; at < count; at++)
        await folder.write(decodeURIComponent(files[at * every]!).split('/'), bytesOf(at * every, tree.size + 1));
    },
    async stop() {
      proxy?.stop();
      await apache.stop();
      await folder.stop();
    },
  };
}

/** The addresses are those of DavServer. */
export async function fill(folder: ServedFolder, { files, folders, size }: Tree) {
  const names = Array.from({ length: folders }, (_, at) => `folder ${at}`);
  for (const name of names) await folder.mkdir([name]);
  const made: string[][] = [];
  for (let at = 0; at < files; at++) {
    const path = [names[at % folders]!, `file ${at}.bin`];
    await folder.write(path, bytesOf(at, size));
    made.push(path);
  }
  const encoded = (path: string[]) => path.map(encodeURIComponent).join('/');
  return { folders: ['', ...names.map((name) => `${encoded([name])}/`)], files: made.map(encoded) };
}

/** Different for each file, since equal contents are stored once. */
function bytesOf(seed: number, size: number): Buffer {
  const bytes = Buffer.alloc(size, seed);
  bytes.write(`${seed}.`);
  return bytes;
}

/** A proxy in front of a port of this machine that delays the answers. */
export async function delay(port: number, ms: number) {
  const path = fileURLToPath(new URL('./delay-proxy.ts', import.meta.url));
  const child = spawn(process.execPath, [path, String(port), String(ms)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(child.stdout), 'line');
  return { port: Number(line), stop: () => void child.stdin.end() };
}
