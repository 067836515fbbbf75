import pg from 'pg';
import { migrate, newerMigrations } from '../../db/migrate.ts';
import type { Pool } from '../../db/pool.ts';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Keys } from '../../platform/secrets/keys.ts';
import { BackupError, type Header } from './archive/format.ts';
import { inOrder, readIndex } from './archive/index-lines.ts';
import type { Archive } from './archive/read-archive.ts';
import { restoreContents } from './contents/restore-contents.ts';
import { appliedMigrations } from './tables/list-tables.ts';
import { loadTables } from './tables/load-tables.ts';

/** Checks keys and version before anything is read at length. */
export async function mustFit({ migrations, keyIds }: Header, keys: Keys): Promise<void> {
  const known = new Set(keys.knownIds.map((id) => id.toString('hex')));
  if (!keyIds.every((id) => known.has(id)))
    throw new BackupError(
      keyIds.some((id) => known.has(id))
        ? 'The backup was made while keys were changed: it needs SHEAF_PREVIOUS_SECRETS as well, as it was then.'
        : 'The backup was made with another key: set SHEAF_SECRET to the one of then, or put the file “secret” of then into the data folder.',
    );
  if ((await newerMigrations(migrations)).length > 0)
    throw new BackupError('The backup was made by a newer Sheaf. Restore it with that version or a newer one.');
}

/**
 * Throws if anyone has signed up here, or if Sheaf is running on this database. A database without tables counts as
 * empty.
 */
export async function mustBeEmpty(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ others: number; has_tables: boolean }>(
    `select to_regclass('users') is not null and to_regclass('organizations') is not null as has_tables,
       (select count(*)::int from pg_stat_activity where datname = current_database() and application_name = 'sheaf') as others`,
  );
  const { others, has_tables } = rows[0]!;
  if (others > 0) throw new BackupError('Sheaf is running on this database. Stop all its processes first.');
  if (!has_tables) return;
  const { rows: found } = await pool.query<{ used: boolean }>(
    'select exists (select from users) or exists (select from organizations) as used',
  );
  if (found[0]!.used)
    throw new BackupError(
      'There are people or workspaces in this installation already. A backup is restored into an empty one: use another SHEAF_DATA_DIR or DATABASE_URL.',
    );
}

/**
 * Restores the contents first, and the tables in one transaction at the end. If it is killed before that, nothing is
 * restored and it can start again. The archive must be verified.
 */
export async function restoreBackup(
  target: { pool: Pool; blobs: BlobStore },
  archive: Archive,
  base: Archive | null,
  say: (line: string) => void,
): Promise<void> {
  const { pool, blobs } = target;
  await bringTo(pool, archive.header.migrations);
  say(`Restoring ${archive.trailer.totals.contents + archive.trailer.totals.inBase} contents…`);
  await restoreContents(blobs, archive.read('contents'), wantedFrom(archive, 'here'));
  if (base) await restoreContents(blobs, base.read('contents'), wantedFrom(archive, 'base'));
  say(`Restoring ${archive.trailer.totals.tables} tables…`);
  const client = new pg.Client(pool.options);
  client.on('error', () => {});
  await client.connect();
  try {
    await loadTables(client, archive.read('tables'));
  } finally {
    await client.end();
  }
  await migrate(pool);
}

function wantedFrom(archive: Archive, where: 'here' | 'base') {
  const index = inOrder(readIndex(archive));
  return async (key: string) => {
    const found = await index.find(key);
    return found?.where === where ? found : null;
  };
}

/**
 * Creates the tables as they were when the backup was made. Later migrations then change the loaded rows, as in any
 * upgrade.
 */
async function bringTo(pool: Pool, migrations: readonly string[]): Promise<void> {
  await migrate(pool, new Set(migrations));
  const client = await pool.connect();
  try {
    const wanted = new Set(migrations);
    if ((await appliedMigrations(client)).some((name) => !wanted.has(name)))
      throw new BackupError(
        'This database was set up by a newer version than the backup. Restore into one without tables: use another SHEAF_DATA_DIR or DATABASE_URL.',
      );
  } finally {
    client.release();
  }
}
