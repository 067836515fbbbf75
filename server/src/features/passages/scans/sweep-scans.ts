import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { enqueue, jobType, onJob } from '../../../jobs/queue.ts';
import { type BlobPlace, lastOfPage, pageOfBlobs, walkBlobs } from '../walk-blobs.ts';
import { quickScansQueue, readScansJob, scansQueue } from './read-scans.ts';
import { giveUpScans, mayBeScan, readerOf } from './scans.queries.ts';

/** Every minute, with OCR on: reads waiting files. */
export const wakeScanners = onJob(
  jobType<object>('passages.wake-scanners'),
  async (_, { db, config }) => {
    if (!config.ocr) return;
    await giveUpScans(db, readerOf(config.ocr));
    const { rows } = await sql<{ waits: boolean }>`select exists (
      select 1 from scans where state = 'waiting' and next_try_at <= now()) as waits`.execute(db);
    if (!rows[0]!.waits) return;
    await enqueue(db, readScansJob, {}, { queue: scansQueue, key: readScansJob.name });
    const quick = { queue: quickScansQueue, key: `${readScansJob.name} ${quickScansQueue}` };
    await enqueue(db, readScansJob, { isQuick: true }, quick);
  },
  '* * * * *',
);

const sweepJob = jobType<{ after?: BlobPlace }>('passages.sweep-scans');

/**
 * Every ten minutes, with OCR on: queues new pictures, everything stored before OCR was switched on, and files read
 * with other languages. Goes a page at a time; older files wait behind new ones.
 */
export const sweepScans = onJob(
  sweepJob,
  async ({ after }, { db, config }, signal) => {
    if (!config.ocr) return;
    const reader = readerOf(config.ocr);
    const next = await walkBlobs(after, (page) => sweepPage(db, reader, page), signal);
    if (next) await enqueue(db, sweepJob, { after: next }, { key: `${sweepJob.name} resumed` });
  },
  '*/10 * * * *',
);

/** Returns where the next page starts; null at the end. */
async function sweepPage(db: Executor, reader: string, after: BlobPlace): Promise<BlobPlace | null> {
  // Only the long suite runs this: it needs OCR.
  const { rows } = await sql<{ last: BlobPlace | null }>`
    with page as materialized (${pageOfBlobs(after)}), wanted as (
      insert into scans (organization_id, sha256, reader, next_try_at)
      select p.organization_id, p.sha256, ${reader}, p.touched_at from page p
      where not exists (select 1 from scans s where s.organization_id = p.organization_id and s.sha256 = p.sha256
          and (s.state = 'waiting' or s.reader = ${reader}))
        and exists (select 1 from documents d
          where d.organization_id = p.organization_id and d.sha256 = p.sha256 and ${mayBeScan})
      on conflict (organization_id, sha256) do update set state = 'waiting', reader = excluded.reader, attempts = 0,
        next_try_at = excluded.next_try_at, reason = null
      returning 1
    )
    select ${lastOfPage} as last`.execute(db);
  return rows[0]!.last;
}
