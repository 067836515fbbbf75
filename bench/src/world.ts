import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../contract/src/index.ts';
import { openDatabase } from '../../server/src/db/database.ts';
import { startEmbedded } from '../../server/src/db/embedded/index.ts';
import { openPool } from '../../server/src/db/pool.ts';
import { viewerQuery } from '../../server/src/http/find-viewer.ts';
import { tokenHash } from '../../server/src/platform/secrets/keys.ts';
import { person } from '../../server/src/testing/people.ts';
import { launch, ready } from '../../server/src/testing/processes/program.ts';
import type { Statement } from './pgbench.ts';
import { postmasterOf } from './processor-time.ts';

/**
 * A real server process on a real PostgreSQL (embedded binaries, usual settings unless others are given), with one
 * owner signed in. What is in `folder` stays there for the next time; without one, everything goes at the end.
 */
export async function startWorld(
  env: Record<string, string> = {},
  folder?: string,
  settings: Record<string, string> = {},
) {
  const dir = folder ?? (await mkdtemp(join(tmpdir(), 'sheaf-bench-')));
  await mkdir(dir, { recursive: true });
  await chmod(dir, 0o755);
  const postgres = await startEmbedded({ dir: join(dir, 'postgres'), log: () => {}, settings });
  const { host, port, user, database } = postgres.connection;
  const environment = {
    DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    SHEAF_DATA_DIR: join(dir, 'data'),
    ...env,
  };
  const server = await launch(environment);
  await ready(server).catch(async (error) => {
    await postgres.stop();
    throw error;
  });
  const captured: Statement[] = [];
  const pool = openPool(postgres.connection, (error) => console.error(error.message));
  pool.on('connect', (client) => {
    const original = client.query.bind(client) as (...query: unknown[]) => unknown;
    client.query = ((...query: unknown[]) => {
      captured.push({
        text: typeof query[0] === 'string' ? query[0] : (query[0] as { text: string }).text,
        values: (query[1] as unknown[] | undefined) ?? [],
      });
      return original(...query);
    }) as typeof client.query;
  });
  const db = openDatabase(pool);
  const as = (headers: Record<string, string>) =>
    createClient({ baseUrl: `${server.url}/api`, headers: () => headers });
  const addPerson = (wanted?: Parameters<typeof person>[1]) => person({ services: { db }, as }, wanted);
  // Of a folder that is used again: each run has an owner of its own.
  const owner = await addPerson({ email: `ada.${crypto.randomUUID()}@example.com` });
  const { organizationId, headers } = owner;
  await pool.query(`update organizations set plan = 'business' where id = $1`, [organizationId]);
  return {
    url: server.url,
    /** With which further processes join it. */
    environment,
    pid: server.child.pid!,
    databasePid: postmasterOf(join(dir, 'postgres')),
    output: () => server.output(),
    connection: postgres.connection,
    pool,
    db,
    owner,
    userId: owner.id,
    organizationId,
    headers,
    call: owner.call,
    addPerson,
    /** The statement that every call begins with. */
    viewer: { text: viewerQuery, values: [tokenHash(owner.token), organizationId] },
    /** In megabytes. */
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))![1]) / 1024,
    /** Records the SQL that some code sends. */
    async statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
      captured.length = 0;
      await work();
      return [...captured];
    },
    async stop() {
      server.child.kill('SIGTERM');
      await server.ended;
      await pool.end();
      await postgres.stop();
      if (!folder) await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Starts a world, works in it, and ends it whatever happens. */
export async function inWorld(
  work: (world: World) => Promise<void>,
  ...given: Parameters<typeof startWorld>
): Promise<void> {
  const world = await startWorld(...given);
  try {
    await work(world);
    console.log(`\nserver memory: ${world.memory().toFixed(0)} MB`);
  } finally {
    await world.stop();
  }
}

export type World = Awaited<ReturnType<typeof startWorld>>;
