import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provide } from '../../sandbox/src/index.ts';
import type { DavServer } from './dav-server.ts';
import type { End, Ends } from './transfer-ends.ts';

/** A server as rclone names it. */
export interface Remote {
  name: string;
  flags: readonly string[];
  /** The file of a certificate to trust. */
  authority: string | undefined;
}

function found(): string {
  const program = provide('rclone');
  if (!program) throw new Error('This needs rclone (Debian: rclone).');
  return program;
}

const obscured = (password: string) => execFileSync(found(), ['obscure', password], { encoding: 'utf8' }).trim();

export function davRemote({ url, authority, username, password }: DavServer): Remote {
  const flags = [
    '--webdav-url',
    url,
    '--webdav-user',
    username,
    '--webdav-pass',
    obscured(password),
    '--webdav-vendor',
    'other',
  ];
  return { name: ':webdav:', flags, authority };
}

const trusting = (authority: string | undefined) => (authority ? ['--ca-cert', authority] : []);

/** The seconds that a command takes. */
async function run(args: readonly string[], more: Record<string, string> = {}): Promise<number> {
  const began = performance.now();
  const child = spawn(found(), [...args, '--config', '/dev/null'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // It would take Amazon's settings from there.
    env: { ...Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith('AWS_'))), ...more },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`rclone ${args[0]} ended with ${code}`);
  return (performance.now() - began) / 1000;
}

/** Debian's rclone with its defaults, copying from the same server to the same disk. Every call returns its seconds. */
export async function rclone({ name, flags, authority }: Remote, { skip }: { skip: boolean }) {
  const base = await mkdtemp(join(tmpdir(), 'sheaf-bench-rclone-'));
  const timed = async (...args: string[]) => (skip ? Number.NaN : run([...args, ...flags, ...trusting(authority)]));
  const copy = join(base, 'copy');
  return {
    list: () => timed('lsjson', '-R', name),
    firstCopy: () => timed('copy', name, join(base, 'first')),
    /** Creates an earlier state to update, without waiting for rclone to fetch it. */
    prepareSync: async (root: string) => {
      if (!skip) await cp(root, copy, { recursive: true, preserveTimestamps: true });
    },
    sync: () => timed('sync', name, copy),
    stop: () => rm(base, { recursive: true, force: true }),
  };
}

/** Copies from one server to the other. */
export async function transferRclone({ from, to }: Ends): Promise<number> {
  const keys = await mkdtemp(join(tmpdir(), 'sheaf-bench-rclone-'));
  try {
    const remotes = { ...(await settingsOf('FROM', from, keys)), ...(await settingsOf('TO', to, keys)) };
    const folder = ({ source, root }: End) => (source === 'sftp' ? root : '');
    return await run(['copy', `from:${folder(from)}`, `to:${folder(to)}`, ...trusting(from.authority)], remotes);
  } finally {
    await rm(keys, { recursive: true, force: true });
  }
}

/** As settings in the environment. */
async function settingsOf(name: string, { source, fields }: End, keys: string): Promise<Record<string, string>> {
  const settings: Record<string, string> = { type: source, user: fields.username! };
  if (source === 'webdav') {
    Object.assign(settings, { url: fields.address, vendor: 'other', pass: obscured(fields.password!) });
  } else {
    const keyFile = join(keys, name);
    await writeFile(keyFile, fields.privateKey!, { mode: 0o600 });
    // By default it lets the host's shell compute a hash, twice per file: several times slower. Many hosts have no shell.
    const disable_hashcheck = 'true';
    Object.assign(settings, { host: fields.host, port: fields.port, key_file: keyFile, disable_hashcheck });
  }
  return Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [`RCLONE_CONFIG_${name}_${key.toUpperCase()}`, value]),
  );
}
