import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { openPool, type Pool } from '../../../db/pool.ts';
import { type BlobStore, openBlobStore } from '../../../platform/blobs/index.ts';
import { deriveKeys } from '../../../platform/secrets/keys.ts';
import { newId } from '../../../platform/uuid.ts';
import { atDatabase } from '../../../testing/global-setup.ts';
import { testSecret } from '../../../testing/test-app.ts';
import { type Archive, mustBeEmpty, mustFit, openArchive, openBaseOf, restoreBackup, verifyArchive } from '../index.ts';

export interface EmptyInstallation {
  dir: string;
  pool: Pool;
  blobs: BlobStore;
  /** Restores as `npm run restore` does. */
  restore(file: string, o?: { passphrase?: string; base?: string; secret?: string }): Promise<void>;
  close(): Promise<void>;
}

/** A database without tables, and a store without contents. */
export async function emptyInstallation(): Promise<EmptyInstallation> {
  const connection = inject('postgres');
  const database = `empty_${newId().replaceAll('-', '')}`;
  const admin = new pg.Client(connection);
  await admin.connect();
  await admin.query(`create database ${database} template template0`);
  const dir = await mkdtemp(join(tmpdir(), 'sheaf-restore-'));
  const pool = openPool({ ...atDatabase(connection, database), max: 4, application_name: 'sheaf restore' }, () => {});
  const blobs = await openBlobStore({ kind: 'disk', dir: join(dir, 'blobs') });
  return {
    dir,
    pool,
    blobs,
    async restore(file, { passphrase, base: given, secret = testSecret } = {}) {
      const archive = await openArchive(file, passphrase);
      let base: Archive | null = null;
      try {
        base = await openBaseOf(archive, passphrase, given);
        await mustFit(archive.header, deriveKeys({ current: secret, previous: [] }));
        await verifyArchive(archive, base);
        await mustBeEmpty(pool);
        await restoreBackup({ pool, blobs }, archive, base, () => {});
      } finally {
        await archive.close();
        await base?.close();
      }
    },
    async close() {
      await blobs.close();
      await pool.end();
      await admin.query(`drop database ${database} with (force)`);
      await admin.end();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** The number of rows of each table, and a hash of them. */
export async function fingerprint(pool: Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
       and relname not in ('schema_migrations', 'worker_heartbeats', 'installation_key', 'blob_holds', 'backups')`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ rows: number; hash: string }>(
      `select count(*)::int as rows, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from "${name}" t`,
    );
    if (rows[0]!.rows > 0) found[name] = `${rows[0]!.rows} ${rows[0]!.hash}`;
  }
  return found;
}
