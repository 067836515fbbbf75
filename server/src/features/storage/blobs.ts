import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { enqueue, jobType } from '../../jobs/queue.ts';
import { onSlicedJob } from '../../jobs/sliced.ts';
import { contentKey, renditionKey, thumbnailKey } from '../../platform/blobs/index.ts';

/**
 * SQL: whether a backup is reading contents, so that none may be deleted. Must be part of the statement that checks for
 * references to a content: a statement that sees a reference gone also sees every hold from before.
 */
export const areBlobsHeld = sql<boolean>`exists (select from blob_holds where held_until > now())`;

export async function blobsAreHeld(db: Executor): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select ${areBlobsHeld} as held`.execute(db);
  return rows[0]!.held;
}

/**
 * Must be called before the bytes are stored: then the rows exist and are young, so the sweeper leaves them alone; if
 * it is just removing one, this waits for it. In a fixed order, so that two accounts can't wait for each other.
 */
export async function touchBlobs(
  db: Executor,
  organizationId: string,
  blobs: readonly { sha256: Buffer; size: number }[],
): Promise<void> {
  const rows = blobs.map(({ sha256, size }) => ({ sha256: sha256.toString('hex'), size }));
  await sql`insert into blobs (organization_id, sha256, size)
    select distinct on (x.sha256) ${organizationId}::uuid, decode(x.sha256, 'hex'), x.size
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (sha256 text, size bigint) order by x.sha256
    on conflict (organization_id, sha256) do update set touched_at = now()`.execute(db);
}

const sweepJob = jobType<object>('blobs.sweep');
/** The delay while contents are held for a backup. */
const laterMs = 10 * 60_000;

/**
 * Daily: deletes contents that no document has referred to for a day, bytes before row and both under the row's lock.
 */
export const sweepBlobs = onSlicedJob(
  sweepJob,
  ({ db, blobs }) =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sql<{
        organization_id: string;
        sha256: Buffer;
      }>`select organization_id, sha256 from blobs b
        where touched_at < now() - interval '1 day'
          and not exists (select 1 from documents d where d.organization_id = b.organization_id and d.sha256 = b.sha256)
          and not ${areBlobsHeld}
        limit 500 for update skip locked`.execute(tx);
      const keys = rows.flatMap(({ organization_id, sha256 }) => [
        contentKey(organization_id, sha256),
        thumbnailKey(organization_id, sha256),
        renditionKey(organization_id, sha256),
      ]);
      await blobs.deleteAll(keys);
      const [organizations, hashes] = [rows.map((row) => row.organization_id), rows.map((row) => row.sha256)];
      await sql`delete from blobs b using unnest(${organizations}::uuid[], ${hashes}::bytea[]) as x (organization_id, sha256)
        where b.organization_id = x.organization_id and b.sha256 = x.sha256`.execute(tx);
      if (rows.length === 0 && (await blobsAreHeld(tx)))
        await enqueue(tx, sweepJob, {}, { key: 'blobs.sweep later', delayMs: laterMs });
      return rows.length > 0;
    }),
  '13 3 * * *',
);

/**
 * Deletes up to `max` contents of a removed organization without documents, with their texts and pictures; returns how
 * many.
 */
export async function deleteBlobBatch(tx: Executor, organizationId: string, max: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from blobs where organization_id = ${organizationId} and sha256 in (
    select sha256 from blobs where organization_id = ${organizationId} limit ${max})`.execute(tx);
  return Number(numAffectedRows);
}
