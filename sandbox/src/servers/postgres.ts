import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { type ServerProcess, startProcess } from './process.ts';

interface PostgresServer extends ServerProcess {
  connection: { host: string; port: number; user: string; database: string };
}

/** A PostgreSQL as packaged by Debian, with its own data, which is deleted with it. It refuses to run as root. */
export async function startPostgres(program: string): Promise<PostgresServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sheaf-postgres-'));
  const isRoot = process.getuid?.() === 0;
  const asPostgres = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];
  await chmod(folder, 0o777);
  const [port, data] = [await freePort(), path.join(folder, 'data')];
  const command = (...args: string[]): [string, string[]] => {
    const [first, ...rest] = [...asPostgres, ...args];
    return [first!, rest];
  };
  const initdb = path.join(path.dirname(program), 'initdb');
  execFileSync(...command(initdb, '-D', data, '-U', 'sheaf', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'));
  const settings = ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1', '-k', folder, '-p', String(port)];
  const { stop } = await startProcess(...command(program, '-D', data, ...settings), port);
  await untilReady(path.join(path.dirname(program), 'pg_isready'), port);
  return {
    connection: { host: '127.0.0.1', port, user: 'sheaf', database: 'postgres' },
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** It listens a moment before it accepts connections. */
async function untilReady(pgIsReady: string, port: number): Promise<void> {
  for (let tries = 0; tries < 150; tries += 1) {
    if (spawnSync(pgIsReady, ['-h', '127.0.0.1', '-p', String(port)]).status === 0) return;
    await wait(100);
  }
  throw new Error('PostgreSQL listens, but takes no connections.');
}
