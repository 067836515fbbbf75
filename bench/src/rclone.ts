import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provide } from '../../sandbox/src/index.ts';
import type { DavServer } from './dav-server.ts';

/** Debian's rclone as it comes, copying from the same server to the same disk. Every call answers its seconds. */
export async function rclone(server: DavServer, { skip }: { skip: boolean }) {
  const program = provide('rclone');
  if (!program) throw new Error('This needs rclone (Debian: rclone).');
  const password = execFileSync(program, ['obscure', server.password], { encoding: 'utf8' }).trim();
  const flags = ['--webdav-url', server.url, '--webdav-user', server.username, '--webdav-pass', password];
  const base = await mkdtemp(join(tmpdir(), 'sheaf-bench-rclone-'));
  const run = async (...args: string[]) => {
    if (skip) return Number.NaN;
    const began = performance.now();
    const child = spawn(program, [...args, ...flags, '--webdav-vendor', 'other', '--config', '/dev/null'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`rclone ${args[0]} ended with ${code}`);
    return (performance.now() - began) / 1000;
  };
  const copy = join(base, 'copy');
  return {
    list: () => run('lsjson', '-R', ':webdav:'),
    firstCopy: () => run('copy', ':webdav:', join(base, 'first')),
    /** So that there is something to bring up to date, without waiting for rclone to fetch it. */
    prepareSync: async () => {
      if (!skip) await cp(server.root, copy, { recursive: true, preserveTimestamps: true });
    },
    sync: () => run('sync', ':webdav:', copy),
    stop: () => rm(base, { recursive: true, force: true }),
  };
}
