import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provide } from '../../sandbox/src/index.ts';
import type { DavServer } from './dav-server.ts';

/** A server as rclone names it. */
export interface Remote {
  name: string;
  flags: readonly string[];
}

function found(): string {
  const program = provide('rclone');
  if (!program) throw new Error('This needs rclone (Debian: rclone).');
  return program;
}

export function davRemote({ url, username, password }: DavServer): Remote {
  const secret = execFileSync(found(), ['obscure', password], { encoding: 'utf8' }).trim();
  const flags = ['--webdav-url', url, '--webdav-user', username, '--webdav-pass', secret, '--webdav-vendor', 'other'];
  return { name: ':webdav:', flags };
}

/** Debian's rclone with its defaults, copying from the same server to the same disk. Every call returns its seconds. */
export async function rclone({ name, flags }: Remote, { skip }: { skip: boolean }) {
  const program = found();
  const base = await mkdtemp(join(tmpdir(), 'sheaf-bench-rclone-'));
  const run = async (...args: string[]) => {
    if (skip) return Number.NaN;
    const began = performance.now();
    const child = spawn(program, [...args, ...flags, '--config', '/dev/null'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      // It would take Amazon's settings from there.
      env: Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith('AWS_'))),
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`rclone ${args[0]} ended with ${code}`);
    return (performance.now() - began) / 1000;
  };
  const copy = join(base, 'copy');
  return {
    list: () => run('lsjson', '-R', name),
    firstCopy: () => run('copy', name, join(base, 'first')),
    /** Creates an earlier state to update, without waiting for rclone to fetch it. */
    prepareSync: async (root: string) => {
      if (!skip) await cp(root, copy, { recursive: true, preserveTimestamps: true });
    },
    sync: () => run('sync', name, copy),
    stop: () => rm(base, { recursive: true, force: true }),
  };
}
