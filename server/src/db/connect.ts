import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { InstallationConfig } from '../config/installation.ts';
import { type EmbeddedPostgres, findPostmaster, startEmbedded } from './embedded/index.ts';
import { DatabaseError } from './migrate.ts';

export interface Connected {
  connection: pg.PoolConfig;
  /** The database itself, if `connection` leads to a pooler. */
  direct: pg.PoolConfig | null;
  /** Ends what this process started: the embedded PostgreSQL, if it is used. */
  stop(): Promise<void>;
}

/** The configured PostgreSQL, or the embedded one in the data folder, which only one Sheaf at a time may use. */
export async function connectDatabase(
  config: InstallationConfig,
  log: (message: string) => void,
  onLost: (error: Error) => void,
): Promise<Connected> {
  if (config.databaseUrl) {
    const connection = { connectionString: config.databaseUrl };
    const direct = config.databaseDirectUrl ? { connectionString: config.databaseDirectUrl } : null;
    // A pooler refuses settings of the session.
    await probe(direct ? connection : { ...connection, idle_in_transaction_session_timeout: 30_000 }, 'DATABASE_URL');
    if (direct) await probe(direct, 'DATABASE_DIRECT_URL');
    return { connection, direct, stop: async () => {} };
  }
  const startServer = () => startEmbedded({ dir: join(config.dataDir, 'postgres'), log });
  const server = { embedded: await startServer(), startServer };
  const lock = await hold(server, config, onLost).catch(async (error) => {
    if (!server.embedded.adopted) await server.embedded.stop();
    throw error;
  });
  return {
    connection: server.embedded.connection,
    direct: null,
    async stop() {
      // The lock is released with the server, so that no other Sheaf starts to use it while it is stopping.
      lock.stopping = true;
      await server.embedded.stop();
    },
  };
}

/** Connects beside a Sheaf that may be running on the database; otherwise like `connectDatabase`. */
export async function joinDatabase(config: InstallationConfig): Promise<Connected> {
  const quiet = () => {};
  const dir = join(await realpath(config.dataDir).catch(() => config.dataDir), 'postgres');
  if (config.databaseUrl || !findPostmaster(dir)) return connectDatabase(config, quiet, quiet);
  const { connection } = await startEmbedded({ dir, log: quiet });
  return { connection, direct: null, stop: async () => {} };
}

interface Server {
  embedded: EmbeddedPostgres;
  /** Starts it, or finds it running. */
  startServer(): Promise<EmbeddedPostgres>;
}

/**
 * Claims the data for this process as long as it lives. If the connection that holds the claim breaks, the data is
 * claimed again at once. A server that has died is started again; we stop only if that fails or another Sheaf was
 * quicker.
 */
async function hold(
  server: Server,
  config: InstallationConfig,
  onLost: (error: Error) => void,
): Promise<{ stopping: boolean }> {
  const state = { stopping: false };
  const watch = (client: pg.Client) => {
    client.once('end', () => {
      if (state.stopping) return;
      claimAgain().then(watch, (error) => state.stopping || onLost(error));
    });
  };
  const claimAgain = async (): Promise<pg.Client> => {
    const deadline = Date.now() + restartMs;
    for (;;) {
      try {
        return await claim(server.embedded, config);
      } catch (error) {
        if (error instanceof DatabaseError || state.stopping) throw error;
        if (Date.now() > deadline) throw new DatabaseError('The embedded PostgreSQL has stopped. Start Sheaf again.');
        await new Promise((resolve) => setTimeout(resolve, 250));
        server.embedded = await server.startServer().catch(() => server.embedded);
      }
    }
  };
  watch(await claim(server.embedded, config));
  return state;
}

/** How long a server that has died may take to start again: it may have much to recover. */
const restartMs = 5 * 60_000;

async function probe(connection: pg.ClientConfig, variable: string): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 });
  // Once the pool is open, it handles connections that break.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
  } catch (error) {
    if (/unsupported startup parameter/.test((error as Error).message))
      throw new DatabaseError(
        'DATABASE_URL leads to a pooler: set DATABASE_POOLER=transaction, and DATABASE_DIRECT_URL to the database itself.',
      );
    throw new DatabaseError(
      `The database of ${variable} cannot be used: ${(error as Error).message || (error as { code?: string }).code}.`,
    );
  }
}

const lockKey = 5_210_743_118;

/**
 * Held as long as this process lives, however it ends. The name of the connection tells a second Sheaf where the first
 * one is.
 */
async function claim(embedded: EmbeddedPostgres, config: InstallationConfig): Promise<pg.Client> {
  const name = `sheaf at ${config.publicUrl}`.slice(0, 63);
  const client = new pg.Client({ ...embedded.connection, application_name: name });
  client.on('error', () => {});
  await client.connect();
  // A Sheaf that was just killed may hold it a moment longer. On a busy machine both the number of attempts and the
  // time matter.
  for (let tries = 0; tries < 20; tries++) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lockKey]);
    if (rows[0]!.taken) return client;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { rows } = await client.query<{ application_name: string }>(
    `select a.application_name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and a.application_name like 'sheaf at %' limit 1`,
  );
  await client.end();
  const where = rows[0] ? ` (${rows[0].application_name})` : '';
  throw new DatabaseError(
    `Another Sheaf is already running on ${config.dataDir}${where}. Stop it first, or set SHEAF_DATA_DIR to another folder.`,
  );
}
