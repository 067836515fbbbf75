import { deepEqual, equal } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from './retrying-client.ts';
import { settle } from './settle.ts';
import type { Cluster } from './start-cluster.ts';

const dayMs = 24 * 3_600_000;

/** What killed processes left is removed within a day or two, so that much time is made to pass. */
export async function letDaysPass(cluster: Cluster): Promise<void> {
  const { pool } = cluster.services;
  const before = new Date(Date.now() - 2 * dayMs);
  await pool.query(`update blobs set touched_at = touched_at - interval '2 days'`);
  await pool.query(`update uploads set expires_at = expires_at - interval '2 days'`);
  const { bucket } = cluster.s3;
  for (const upload of bucket.uploads.values()) upload.initiatedAt = before;
  for (const key of bucket.keys()) bucket.get(key)!.modifiedAt = before;
  for (const folder of cluster.temporaryFolders)
    for (const name of await readdir(folder)) await utimes(join(folder, name), before, before);
  // Each process cleans up at its start.
  for (const one of cluster.processes) await one.kill('SIGTERM');
  await Promise.all(cluster.processes.map((one) => one.start()));
  for (const job of ['uploads.expire', 'blobs.sweep']) await pool.query('select graphile_worker.add_job($1)', [job]);
  await settle(cluster);
}

/** Checks that everything stored belongs to a document and matches its name. */
export async function checkNoOrphans({ services: { pool }, s3, temporaryFolders }: Cluster): Promise<void> {
  const { rows } = await pool.query<{ key: string }>(
    `select distinct 'content/' || organization_id || '/' || substr(encode(sha256, 'hex'), 1, 2) || '/' || encode(sha256, 'hex') as key
     from documents where content = 'stored' order by 1`,
  );
  const keys = s3.bucket.keys().filter((key) => key.startsWith('content/'));
  deepEqual(
    [...keys].sort(),
    rows.map(({ key }) => key),
  );
  for (const key of keys) {
    const hash = createHash('sha256').update(s3.bucket.get(key)!.bytes).digest('hex');
    equal(hash, key.split('/').at(-1));
  }
  const others = s3.bucket.keys().filter((key) => !/^(content|thumbnails)\/|^\+ready$/.test(key));
  deepEqual(others, []);
  deepEqual([...s3.bucket.uploads.values()], []);
  deepEqual((await pool.query('select id, name from uploads')).rows, []);
  deepEqual((await pool.query('select count(*)::int as count from blobs')).rows[0].count, keys.length);
  // Texts may be read at any time, from copies that exist as long.
  await eventually('empty temporary folder', async () => {
    const left = await Promise.all(temporaryFolders.map((folder) => readdir(folder)));
    return left.flat().length === 0 || undefined;
  });
}
