import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './free-port.ts';
import { type ServerProcess, startProcess } from './process.ts';

export interface Pooler extends ServerProcess {
  port: number;
}

/**
 * PgBouncer in transaction mode in front of a PostgreSQL, with fewer sessions than clients, so that these take turns.
 * It refuses to run as root.
 */
export async function startPgbouncer(
  program: string,
  { host, port, user }: { host: string; port: number; user: string },
): Promise<Pooler> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sheaf-pgbouncer-'));
  await chmod(folder, 0o755);
  const own = await freePort();
  const file = path.join(folder, 'pgbouncer.ini');
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: own,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: 3,
    max_client_conn: 200,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  await writeFile(
    file,
    ['[databases]', `* = host=${host} port=${port} user=${user}`, '[pgbouncer]', ...lines, ''].join('\n'),
  );
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const { stop } = await startProcess(program, [...asNobody, file], own);
  return {
    port: own,
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
