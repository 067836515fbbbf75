import type { ServedFolder, SftpServer, WebdavServer } from '@sheaf/sandbox';
import type { FaultyProxy } from '../../../testing/servers/faulty-proxy.ts';
import type { TcpProxy } from '../../../testing/servers/tcp-proxy.ts';
import { connectWithFields } from '../../../testing/sign-in/consent.ts';
import type { EditableCloud } from './cloud.ts';
import { pathCloud } from './path-clouds.ts';

type Fault = Parameters<EditableCloud['fail']>[0];
const isAt = ({ nth, times }: Fault, call: number) => call >= nth && call < nth + times;

/** A folder on disk behind a real WebDAV server: paths for ids, no feed. Only the server or its proxy fails. */
export function folderCloud(server: WebdavServer, folder: ServedFolder, proxy?: FaultyProxy): EditableCloud {
  const { username, password } = server;
  const fields = { address: proxy?.url ?? server.url, username, password };
  let faults: Fault[] = [];
  const disturb = () =>
    proxy?.disturb((nth) => {
      const fault = faults.find((one) => isAt(one, nth))?.action;
      if (!fault) return null;
      if (fault.kind !== 'status') return { at: nth % 2 ? 'before' : 'after', cut: true };
      const at = fault.status === 429 || nth % 2 ? 'before' : 'after';
      return { at, status: fault.status, ...(fault.retryAfter !== undefined && { retryAfter: fault.retryAfter }) };
    });
  return {
    ...onDisk(folder),
    connect: (who) => connectWithFields(who, 'webdav', fields),
    fail(fault) {
      faults.push(fault);
      disturb();
    },
    clearFaults() {
      faults = [];
      proxy?.disturb(null);
    },
  };
}

/** The number of packets a client sends before its first call. */
const handshake = 8;

/**
 * The same behind a real SFTP server, reached through a proxy: every fault cuts the connection, before or after the
 * call.
 */
export function sftpCloud({ username, privateKey }: SftpServer, folder: ServedFolder, proxy: TcpProxy): EditableCloud {
  const { port } = proxy;
  const fields = { host: '127.0.0.1', port: String(port), username, password: '', privateKey, folder: folder.root };
  let faults: Fault[] = [];
  let look: Parameters<NonNullable<EditableCloud['watch']>>[0] = null;
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
    ...onDisk(secondsApart(folder)),
    connect: (who) => connectWithFields(who, 'sftp', fields),
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

/** Two changes within a second that keep the size look like one to SFTP, so writes get times a second apart. */
function secondsApart(folder: ServedFolder): ServedFolder {
  let ms = Date.now() - 24 * 3_600_000;
  return {
    ...folder,
    write(path, bytes) {
      ms += 1000;
      return folder.write(path, bytes, new Date(ms));
    },
  };
}

/** The temporary file of an upload. */
const isUnfinished = (path: readonly string[]) => /^\.sheaf-.*\.part$/.test(path.at(-1)!);

/** People neither see nor touch uploads in progress. */
const onDisk = (folder: ServedFolder) => ({
  ...pathCloud({ outside: folder, isCaseSensitive: true, hides: isUnfinished }),
  unfinished: async () =>
    (await folder.list([])).filter(({ path }) => isUnfinished(path)).map(({ path }) => path.join('/')),
});
