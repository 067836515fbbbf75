import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fill } from '../../scripts/demo/fill.ts';
import { openDatabase } from '../../server/src/db/database.ts';
import { startEmbedded } from '../../server/src/db/embedded/index.ts';
import { openPool } from '../../server/src/db/pool.ts';
import { embedOlderPassages } from '../../server/src/features/passages/index.ts';
import { type Embedder, embedderNumber } from '../../server/src/meaning/index.ts';
import { createLogger } from '../../server/src/platform/logger.ts';
import { Memory } from '../../server/src/platform/memory.ts';
import { deriveKeys } from '../../server/src/platform/secrets/keys.ts';
import type { Services } from '../../server/src/services.ts';
import { launch, ready } from '../../server/src/testing/processes/program.ts';
import { until } from '../../server/src/testing/until.ts';
import { chosenEmbedder } from './model-embedder.ts';
import type { Asker } from './retrieve.ts';

const maxAttempts = 3;

/** A busy machine may turn a call away; what exists already stays, so the next attempt continues. */
async function filled(url: string, attempt = 1): Promise<void> {
  try {
    await fill(url, () => {});
  } catch (error) {
    if (attempt === maxAttempts) throw error;
    await filled(url, attempt + 1);
  }
}

/** The real program, filled as `npm run demo` fills it, when the texts of all its documents are read. */
export async function startDemo() {
  const dir = await mkdtemp(join(tmpdir(), 'sheaf-retrieval-'));
  await chmod(dir, 0o755);
  const postgres = await startEmbedded({ dir: join(dir, 'postgres'), log: () => {} });
  const { host, port, user, database } = postgres.connection;
  const program = await launch({
    DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    SHEAF_DATA_DIR: join(dir, 'data'),
    SHEAF_SANDBOX: 'yes',
    SHEAF_PLAN: 'team',
  });
  let isStopping = false;
  const pool = openPool(postgres.connection, (error) => isStopping || console.error(error));
  const stop = async () => {
    isStopping = true;
    program.child.kill('SIGTERM');
    await program.ended;
    await pool.end();
    await postgres.stop();
    await rm(dir, { recursive: true, force: true });
  };
  try {
    await ready(program);
    await filled(program.url);
    await until('texts of all documents', async () => {
      const { rows } = await pool.query(`select count(*)::int as left from content_texts where state = 'waiting'`);
      return rows[0].left === 0 || undefined;
    });
  } catch (error) {
    await stop();
    throw error;
  }
  const { embedder, keep } = await chosenEmbedder();
  const services = servicesOn(pool, embedder);
  if (embedder.isModel) {
    // Its worker would bring the passages back to the table of words.
    program.child.kill('SIGTERM');
    await program.ended;
    while ((await embedOlder(services)) > 0);
    keep();
  }
  return {
    pool,
    services,
    /** By the first name, as in `people` of the sandbox. */
    async asker(person: string): Promise<Asker> {
      const { rows } = await pool.query(
        `select u.id, m.organization_id as "organizationId" from users u join memberships m on m.user_id = u.id where u.email = $1`,
        [`${person}@example.com`],
      );
      return rows[0];
    },
    async passages(): Promise<number> {
      return (await pool.query('select count(*)::int as count from passages')).rows[0].count;
    },
    stop,
  };
}

/** How many are left. */
async function embedOlder(services: Services): Promise<number> {
  await embedOlderPassages.run({}, services, new AbortController().signal);
  const { rows } = await services.pool.query(
    'select count(*)::int as left from passages where embedder is distinct from $1',
    [embedderNumber(services.embedder)],
  );
  return rows[0].left;
}

/** What retrieval and answers need of them, on the demo's database. */
const servicesOn = (pool: ReturnType<typeof openPool>, embedder: Embedder): Services =>
  ({
    pool,
    db: openDatabase(pool),
    embedder,
    memory: new Memory(),
    keys: deriveKeys({ current: 'for links that nobody follows', previous: [] }),
    log: createLogger('warn'),
    sandbox: {},
    config: { ai: null, providers: {} },
  }) as unknown as Services;
