import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../db/database.ts';
import { startEmbedded } from '../../db/embedded/index.ts';
import { findPostmaster, untilGone } from '../../db/embedded/postmaster.ts';
import { openPool } from '../../db/pool.ts';

/** Durable if PostgreSQL dies, but not if the machine does: a cluster of processes can test no more. */
const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '200', shared_buffers: '64MB' };
const goneMs = 60_000;

/** A PostgreSQL of its own, because it is restarted while other tests use theirs. */
export async function startClusterDatabase() {
  const folder = await mkdtemp(join(tmpdir(), 'sheaf-cluster-db-'));
  // The user that PostgreSQL runs as can reach it.
  await chmod(folder, 0o755);
  const dir = join(folder, 'postgres');
  const start = () => startEmbedded({ dir, log: () => {}, settings });
  let server = await start();
  const { connection } = server;
  const pool = openPool({ ...connection, max: 6 }, () => {});
  return {
    /** For queries of the test itself, past all proxies. */
    pool,
    db: openDatabase(pool),
    name: connection.database,
    user: connection.user,
    socket: join(connection.host, `.s.PGSQL.${connection.port}`),
    /** Restarts like an administrator, or like a crash, after which committed data comes from the log. */
    async restart(how: 'fast' | 'crash'): Promise<void> {
      const postmaster = findPostmaster(dir);
      if (how === 'crash' && postmaster) {
        process.kill(postmaster.pid, 'SIGQUIT');
        if (!(await untilGone(dir, postmaster.pid, goneMs))) throw new Error('PostgreSQL does not stop.');
      } else await server.stop();
      server = await start();
    },
    async stop(): Promise<void> {
      await pool.end();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type ClusterDatabase = Awaited<ReturnType<typeof startClusterDatabase>>;
