import type { World } from './world.ts';

type Pool = World['pool'];

export type Client = Pick<Pool, 'query'>;

/**
 * Fills tables over two connections without triggers, foreign keys and indexes other than unique ones, which are made again
 * at the end. Only a superuser may.
 */
export async function bulkLoad(
  pool: Pool,
  tables: readonly string[],
  fill: (loaders: Client[]) => Promise<void>,
): Promise<void> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = any($1::regclass[]) and not i.indisunique`,
    [tables],
  );
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  const loaders = await Promise.all([pool.connect(), pool.connect()]);
  try {
    for (const loader of loaders) {
      await loader.query(`set session_replication_role = replica`);
      await loader.query(`set synchronous_commit = off`);
      await loader.query(`set maintenance_work_mem = '1GB'`);
    }
    await fill(loaders);
    const left = rows.toReversed();
    const build = async (loader: Client) => {
      for (let one = left.pop(); one; one = left.pop()) {
        await loader.query(one.definition);
      }
    };
    await Promise.all(loaders.map(build));
  } finally {
    for (const loader of loaders) loader.release(true);
  }
}
