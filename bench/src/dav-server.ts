import { provide, type ServedFolder, serveFolder, startApache } from '../../sandbox/src/index.ts';
import { type Line, putInFront } from './front.ts';

/** `files` of `size` bytes each, spread over `folders`. */
export interface Tree {
  files: number;
  folders: number;
  size: number;
}

export interface DavServer {
  url: string;
  /** The file of a certificate that clients have to trust. */
  authority: string | undefined;
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
export async function serveTree(tree: Tree, line: Line): Promise<DavServer> {
  const program = provide('apache2');
  if (!program) throw new Error('This needs Apache (Debian: apache2-bin).');
  const folder = await serveFolder();
  const { folders, files } = await fill(folder, tree);
  const apache = await startApache(program, folder.root);
  const front = await putInFront(apache.url, line);
  return {
    url: front.url.href,
    authority: line.certificate?.file,
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
      front.stop();
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
