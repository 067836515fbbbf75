import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Pool } from '../../db/pool.ts';
import { type Catalog, catalogFile } from './record-statements.ts';

/** Records which columns can be null. Databases of tests are copies of this one, with the same oids. */
export async function recordCatalog(pool: Pool, folder: string): Promise<void> {
  // The database doesn't say which columns of a view are never null.
  const { rows } = await pool.query<{ key: string; name: string }>(
    `select c.oid || '.' || a.attnum as key, a.attname as name
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attnotnull
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`,
  );
  const catalog: Catalog = Object.fromEntries(rows.map(({ key, name }) => [key, name]));
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, catalogFile), JSON.stringify(catalog));
}
