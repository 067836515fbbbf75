import { createHash } from 'node:crypto';
import { contract } from '@sheaf/contract';
import type { ServedFolder, SftpServer, WebdavServer } from '@sheaf/sandbox';
import type { TestPerson } from '../../../testing/people.ts';
import type { HttpDoor } from '../../../testing/servers/http-door.ts';
import type { TcpProxy } from '../../../testing/servers/tcp-proxy.ts';
import { choose, type Edit, type TestCloud, textOf } from './cloud.ts';

const { sources } = contract;

type Fault = Parameters<TestCloud['fail']>[0];
const isAt = ({ nth, times }: Fault, call: number) => call >= nth && call < nth + times;

/** A folder on disk behind a real WebDAV server: paths for ids, no feed. It fails only as its server does, or its door. */
export function folderCloud(server: WebdavServer, folder: ServedFolder, door?: HttpDoor): TestCloud {
  const { username, password } = server;
  const fields = { address: door?.url ?? server.url, username, password };
  let faults: Fault[] = [];
  const disturb = () =>
    door?.disturb((nth) => {
      const fault = faults.find((one) => isAt(one, nth))?.action;
      if (!fault) return null;
      if (fault.kind !== 'status') return { at: nth % 2 ? 'before' : 'after', cut: true };
      const at = fault.status === 429 || nth % 2 ? 'before' : 'after';
      return { at, status: fault.status, ...(fault.retryAfter !== undefined && { retryAfter: fault.retryAfter }) };
    });
  return {
    ...onDisk(folder),
    connect: (who) => typed(who, 'webdav', fields),
    fail(fault) {
      faults.push(fault);
      disturb();
    },
    clearFaults() {
      faults = [];
      door?.disturb(null);
    },
  };
}

/** What a client sends before the first of its calls. */
const handshake = 8;

/** The same behind a real SFTP server, reached through a proxy: every fault cuts the connection, before or after the call. */
export function sftpCloud({ username, privateKey }: SftpServer, folder: ServedFolder, proxy: TcpProxy): TestCloud {
  const { port } = proxy;
  const fields = { host: '127.0.0.1', port: String(port), username, password: '', privateKey, folder: folder.root };
  let faults: Fault[] = [];
  let look: Parameters<NonNullable<TestCloud['watch']>>[0] = null;
  let pieces = 0;
  const watch = () => {
    pieces = 0;
    proxy.watch(async () => {
      const nth = ++pieces - handshake;
      if ((await look?.(nth)) === 'dead') return 'cut';
      if (!faults.some((fault) => isAt(fault, nth))) return 'pass';
      return nth % 2 ? 'cut' : 'lose';
    });
  };
  return {
    ...onDisk(folder),
    connect: (who) => typed(who, 'sftp', fields),
    watch(next) {
      look = next;
      watch();
    },
    fail(fault) {
      faults.push(fault);
      watch();
    },
    clearFaults() {
      faults = [];
    },
  };
}

async function typed(who: TestPerson, source: string, fields: Record<string, string>): Promise<string> {
  const { url } = (await who.call(sources.beginOAuth, { body: { source } })).data;
  const state = new URL(url).searchParams.get('state')!;
  const { code } = (await who.call(sources.submitCredentials, { body: { source, state, fields } })).data;
  return (await who.call(sources.finishOAuth, { body: { source, state, code } })).data.id;
}

const isUnfinished = (path: readonly string[]) => /^\.sheaf-.*\.part$/.test(path.at(-1)!);

/** People neither see nor touch what an upload has there before it is a file. */
function onDisk(folder: ServedFolder): Omit<TestCloud, 'connect' | 'fail' | 'clearFaults'> {
  const all = async () => (await folder.list([])).filter(({ path }) => !isUnfinished(path));

  async function apply(edit: Edit): Promise<void> {
    const { what, pick, into, name } = edit;
    const items = await all();
    const parent = choose([[], ...items.filter(({ kind }) => kind === 'folder').map(({ path }) => path)], into)!;
    const item = choose(items, pick);
    const free = (path: readonly string[]) => !items.some((one) => one.path.join('/') === path.join('/'));
    const to = [...parent, name];
    if (what === 'add') {
      if (free(to)) await folder.write(to, Buffer.from(textOf(edit)));
    } else if (what === 'add folder') {
      if (free(to)) await folder.mkdir(to);
    } else if (!item) return;
    else if (what === 'write') {
      if (item.kind === 'file') await folder.write(item.path, Buffer.from(textOf(edit)));
    } else if (what === 'rename' || what === 'move') {
      const target = what === 'move' ? [...parent, item.path.at(-1)!] : [...item.path.slice(0, -1), name];
      const inside = `${target.join('/')}/`.startsWith(`${item.path.join('/')}/`);
      if (!inside && free(target)) await folder.move(item.path, target);
    } else if (what === 'remove' || what === 'trash') await folder.remove(item.path);
  }

  return {
    async clear() {
      for (const { path } of await folder.list([])) if (path.length === 1) await folder.remove(path);
    },
    edit: apply,
    items: async () =>
      (await all()).map(({ path, kind, bytes }) => ({
        id: null,
        path: `/${path.join('/')}`,
        kind: kind === 'folder' ? 'folder' : 'file',
        size: bytes?.length ?? null,
        sha256: bytes ? createHash('sha256').update(bytes).digest('hex') : null,
      })),
    unfinished: async () =>
      (await folder.list([])).filter(({ path }) => isUnfinished(path)).map(({ path }) => path.join('/')),
  };
}
