import { createSecretKey } from 'node:crypto';
import type { Socket } from 'node:net';
import ssh2, { type ConnectConfig, type SFTPWrapper } from 'ssh2';
import { ConnectorError, plainError } from '../kit/errors.ts';
import { FolderLimit } from '../kit/walk/folder-limit.ts';
import type { SftpFields } from './auth.ts';
import { failureOf } from './failures.ts';

/** The attributes of a file in the protocol. */
export interface Attributes {
  mode: number;
  size: number;
  /** Seconds since 1970. */
  mtime: number;
}

export type FileHandle = Buffer & { readonly $handle?: never };

/** One connection. Requests may be sent without waiting for the answers to earlier ones. */
export interface SftpConnection {
  readdir(path: string): Promise<{ name: string; attributes: Attributes }[]>;
  /** For a link, the link itself and not its target. */
  lstat(path: string): Promise<Attributes>;
  realpath(path: string): Promise<string>;
  open(path: string, mode: 'read' | 'create' | 'update'): Promise<FileHandle>;
  /** At most `length` bytes; the server may return fewer. None at the end of the file. */
  read(handle: FileHandle, position: number, length: number): Promise<Buffer>;
  write(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void>;
  close(handle: FileHandle): Promise<void>;
  mkdir(path: string): Promise<void>;
  rmdir(path: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** Fails where the new name is taken. */
  rename(from: string, to: string): Promise<void>;
  setModified(place: string | FileHandle, seconds: number): Promise<void>;
  /** Null if the server doesn’t support it. */
  space(path: string): Promise<{ used: number; free: number; total: number } | null>;
  /** Resolves when the connection has ended, whichever side ended it. */
  closed: Promise<void>;
  end(): void;
}

export interface Credentials extends Pick<SftpFields, 'username' | 'password' | 'privateKey'> {
  /** Whether the host has the same key as before; called before any secret is sent. */
  isKnownHost(key: Buffer): boolean;
}

const READY_MS = 20_000;
const MODES = { read: 'r', create: 'w', update: 'r+' } as const;

export async function connect(socket: Socket, credentials: Credentials): Promise<SftpConnection> {
  const client = new ssh2.Client();
  let isStranger = false;
  const config: ConnectConfig = {
    ...loginOf(credentials),
    sock: socket,
    username: credentials.username,
    readyTimeout: READY_MS,
    keepaliveInterval: 15_000,
    keepaliveCountMax: 4,
    hostVerifier: (key: Buffer) => {
      isStranger = !credentials.isKnownHost(key);
      return !isStranger;
    },
  };
  client.on('keyboard-interactive', (_name, _instructions, _language, prompts, answer) =>
    answer(prompts.map(() => credentials.password)),
  );
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  const sftp = await new Promise<SFTPWrapper>((resolve, reject) => {
    const fail = (error: Error & { level?: string }) => {
      client.destroy();
      if (isStranger) reject(plainError('forbidden', 'The host’s key has changed'));
      else if (error.level === 'client-authentication') reject(refusedSignIn(credentials));
      else reject(new ConnectorError('unavailable', `No SFTP with the host: ${error.message}`, { cause: error }));
    };
    client.on('error', fail);
    client.once('close', () => fail(new Error('the host closed the connection')));
    client.once('ready', () => client.sftp((error, channel) => (error ? fail(error) : resolve(channel))));
    client.connect(config);
  });
  useKeyObjects(client);
  return present(sftp, createGathering(socket), closed, () => client.end());
}

/**
 * For a key given as bytes, node throws and catches two errors for every encrypted packet to find out its type, which
 * takes most of the time of many small requests. After a new key exchange the keys are bytes again, which is slower but
 * correct.
 */
function useKeyObjects(client: ssh2.Client): void {
  const protocol: object = Reflect.get(client, '_protocol') ?? {};
  for (const side of ['_cipher', '_decipher'].map((name) => Reflect.get(protocol, name) as object | undefined))
    for (const name of ['_encKey', '_decipherKey', '_macKey']) {
      const key: unknown = side && Reflect.get(side, name);
      if (Buffer.isBuffer(key)) Reflect.set(side!, name, createSecretKey(key));
    }
}

/** Sends the requests of one event-loop turn in one write, since each write costs as much as many requests. */
function createGathering(socket: Socket): () => void {
  let isGathering = false;
  return () => {
    if (isGathering) return;
    isGathering = true;
    socket.cork();
    setImmediate(() => {
      isGathering = false;
      socket.uncork();
    });
  };
}

function refusedSignIn({ password }: Credentials): ConnectorError {
  const [field, what] = password === '' ? ['privateKey', 'the key'] : ['password', 'the password'];
  return plainError('auth_revoked', `The host refuses the username or ${what}`, { field });
}

function loginOf({
  password,
  privateKey,
}: Credentials): Pick<ConnectConfig, 'privateKey' | 'password' | 'authHandler'> {
  const key = privateKey.trim() === '' ? null : `${privateKey.trim()}\n`;
  if (key !== null) {
    const parsed = ssh2.utils.parseKey(key);
    if (parsed instanceof Error) {
      const isEncrypted = /encrypted|passphrase/i.test(parsed.message);
      const problem = isEncrypted ? 'is protected by a passphrase. Enter one without a passphrase.' : 'can’t be read';
      throw plainError('auth_revoked', `The private key ${problem}`, { field: 'privateKey' });
    }
  }
  return {
    ...(key !== null && { privateKey: key }),
    ...(password !== '' && { password, tryKeyboard: true }),
    authHandler: [
      ...(key === null ? [] : ['publickey' as const]),
      ...(password === '' ? [] : ['password' as const, 'keyboard-interactive' as const]),
    ],
  };
}

type Ask = <T>(request: (done: (error: Error | null | undefined, value: T) => void) => void) => Promise<T>;

/** The library drops requests of a connection that has ended, and never answers them. */
function createAsking(gather: () => void, closed: Promise<void>): Ask {
  const waiting = new Set<(error: ConnectorError) => void>();
  let isClosed = false;
  const lost = () => failureOf(new Error('the host closed the connection'));
  void closed.then(() => {
    isClosed = true;
    for (const fail of waiting) fail(lost());
  });
  return (request) =>
    new Promise((resolve, reject) => {
      if (isClosed) return reject(lost());
      waiting.add(reject);
      gather();
      try {
        request((error, value) => {
          waiting.delete(reject);
          if (error) reject(failureOf(error));
          else resolve(value);
        });
      } catch (error) {
        waiting.delete(reject);
        reject(failureOf(error as Error));
      }
    });
}

function present(sftp: SFTPWrapper, gather: () => void, closed: Promise<void>, end: () => void): SftpConnection {
  const ask = createAsking(gather, closed);
  return {
    async readdir(path) {
      const handle = await ask<FileHandle>((done) => sftp.opendir(path, done));
      const limit = new FolderLimit();
      const entries: { name: string; attributes: Attributes }[] = [];
      try {
        for (;;) {
          const part = await ask<Entries | null>((done) =>
            sftp.readdir(handle, unlessEnded<Entries | null>(done, null)),
          );
          if (part === null) return entries;
          // Empty answers count as well; otherwise a server could send them without end.
          limit.add(part.length || 1);
          for (const { filename, attrs } of part) entries.push({ name: filename, attributes: attrs });
        }
      } finally {
        limit.end();
        await ask<void>((done) => sftp.close(handle, done)).catch(() => {});
      }
    },
    lstat: (path) => ask<Attributes>((done) => sftp.lstat(path, done)),
    realpath: (path) => ask<string>((done) => sftp.realpath(path, done)),
    open: (path, mode) => ask<FileHandle>((done) => sftp.open(path, MODES[mode], done)),
    async read(handle, position, length) {
      const buffer = Buffer.allocUnsafe(length);
      const count = await ask<number>((done) =>
        sftp.read(handle, buffer, 0, length, position, unlessEnded<number>(done, 0)),
      );
      return count === length ? buffer : buffer.subarray(0, count);
    },
    write: (handle, bytes, position) => {
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      return ask<void>((done) => sftp.write(handle, buffer, 0, buffer.length, position, done));
    },
    close: (handle) => ask<void>((done) => sftp.close(handle, done)),
    mkdir: (path) => ask<void>((done) => sftp.mkdir(path, done)),
    rmdir: (path) => ask<void>((done) => sftp.rmdir(path, done)),
    unlink: (path) => ask<void>((done) => sftp.unlink(path, done)),
    rename: (from, to) => ask<void>((done) => sftp.rename(from, to, done)),
    setModified: (place, seconds) =>
      ask<void>((done) =>
        typeof place === 'string'
          ? sftp.utimes(place, seconds, seconds, done)
          : sftp.futimes(place, seconds, seconds, done),
      ),
    async space(path) {
      try {
        const statvfs = await ask<Record<'f_frsize' | 'f_blocks' | 'f_bfree' | 'f_bavail', number>>((done) =>
          (sftp as unknown as { ext_openssh_statvfs(path: string, done: unknown): void }).ext_openssh_statvfs(
            path,
            done,
          ),
        );
        const { f_frsize: unit, f_blocks, f_bfree, f_bavail } = statvfs;
        // Some file systems report an unlimited size.
        const bytesOf = (blocks: number) => Math.min(blocks * unit, Number.MAX_SAFE_INTEGER);
        return { used: bytesOf(f_blocks - f_bfree), free: bytesOf(f_bavail), total: bytesOf(f_blocks) };
      } catch (error) {
        if (error instanceof ConnectorError && error.code === 'unavailable' && error.cause !== undefined) return null;
        throw error;
      }
    },
    closed,
    end,
  };
}

type Entries = readonly { filename: string; attrs: Attributes }[];

/** The end of a file or folder is a result here, not an error. */
const unlessEnded =
  <T>(done: (error: Error | null | undefined, value: T) => void, atEnd: T) =>
  (error: Error | undefined, value: T): void =>
    (error as { code?: unknown } | undefined)?.code === 1 ? done(null, atEnd) : done(error, value);
