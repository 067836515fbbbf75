import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../config.ts';
import { type EmbeddedPostgres, startEmbedded } from './embedded/index.ts';
import { DatabaseError } from './migrate.ts';

export interface Connected {
  connection: pg.PoolConfig;
  /** Ends what this process started: the embedded PostgreSQL, if that is in use. */
  stop(): Promise<void>;
}

/** The configured PostgreSQL, or the embedded one in the data folder, which one Sheaf at a time may use. */
export async function connectDatabase(
  config: Config,
  log: (message: string) => void,
  onLost: (error: Error) => void,
): Promise<Connected> {
  if (config.databaseUrl) {
    const connection = { connectionString: config.databaseUrl };
    await probe(connection);
    return { connection, stop: async () => {} };
  }
  const embedded = await startEmbedded({ dir: join(config.dataDir, 'postgres'), log });
  const lock = await hold(embedded, config, onLost).catch(async (error) => {
    if (!embedded.adopted) await embedded.stop();
    throw error;
  });
  return {
    connection: embedded.connection,
    async stop() {
      // The lock goes with the server, so that nobody takes it up while that is stopping.
      lock.stopping = true;
      await embedded.stop();
    },
  };
}

/**
 * Claims the data for this process as long as it lives. The connection that holds the claim can break without us: then
 * it is claimed again at once, and if that cannot be, because the server is gone or another Sheaf was quicker, we stop.
 */
async function hold(
  embedded: EmbeddedPostgres,
  config: Config,
  onLost: (error: Error) => void,
): Promise<{ stopping: boolean }> {
  const state = { stopping: false };
  const watch = (client: pg.Client) => {
    client.once('end', () => {
      if (state.stopping) return;
      claimAgain().then(watch, onLost);
    });
  };
  const claimAgain = async (): Promise<pg.Client> => {
    const deadline = Date.now() + 15_000;
    for (;;) {
      try {
        return await claim(embedded, config);
      } catch (error) {
        if (error instanceof DatabaseError) throw error;
        if (Date.now() > deadline) throw new DatabaseError('The embedded PostgreSQL has stopped. Start Sheaf again.');
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    }
  };
  watch(await claim(embedded, config));
  return state;
}

async function probe(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 });
  // A connection that breaks later is the pool's business.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
  } catch (error) {
    throw new DatabaseError(
      `The database of DATABASE_URL cannot be used: ${(error as Error).message || (error as { code?: string }).code}.`,
    );
  }
}

const lockKey = 5_210_743_118;

/** Held as long as this process lives, however it ends. Its connection's name tells a second Sheaf where the first is. */
async function claim(embedded: EmbeddedPostgres, config: Config): Promise<pg.Client> {
  const name = `sheaf at ${config.publicUrl}`.slice(0, 63);
  const client = new pg.Client({ ...embedded.connection, application_name: name });
  client.on('error', () => {});
  await client.connect();
  // A Sheaf that was just killed may hold it for a moment longer.
  const deadline = Date.now() + 2_000;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lockKey]);
    if (rows[0]!.taken) return client;
    if (Date.now() > deadline) break;
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
