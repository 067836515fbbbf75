import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { enqueue, jobType, onJob } from '../../jobs/queue.ts';
import { askReaders, queues } from './ask-readers.ts';
import { mayHaveText } from './expected.ts';
import { giveUpTexts, isReadByOlder } from './texts.queries.ts';
import { type BlobPlace, lastOfPage, pageOfBlobs, walkBlobs } from './walk-blobs.ts';

/** Every minute: makes sure that waiting contents are read if their job was lost or ended too early. */
export const wakeReaders = onJob(
  jobType<object>('passages.wake'),
  async (_, { db }) => {
    await giveUpTexts(db);
    const { rows } = await sql<{ waits: boolean }>`select exists (
      select 1 from content_texts where state = 'waiting' and next_try_at <= now()) as waits`.execute(db);
    if (rows[0]!.waits) await askReaders(db, queues);
  },
  '* * * * *',
);

const sweepJob = jobType<{ after?: BlobPlace }>('passages.sweep');

/**
 * Hourly: queues contents that were stored before there were readers, had a name without text then, or were read by
 * older readers. Goes through all, a page at a time; they wait behind newly stored ones.
 */
export const sweepTexts = onJob(
  sweepJob,
  async ({ after }, { db }, signal) => {
    const next = await walkBlobs(after, (page) => sweepPage(db, page), signal);
    if (next) await enqueue(db, sweepJob, { after: next }, { key: `${sweepJob.name} resumed` });
  },
  '41 * * * *',
);

/** Returns where the next page starts; null at the end. */
async function sweepPage(db: Executor, after: BlobPlace): Promise<BlobPlace | null> {
  const { rows } = await sql<{ last: BlobPlace | null; wanted: number }>`
    with page as materialized (${pageOfBlobs(after)}), missing as (
      insert into content_texts (organization_id, sha256, next_try_at)
      select p.organization_id, p.sha256, 'epoch' from page p
      where not exists (select 1 from content_texts t where t.organization_id = p.organization_id and t.sha256 = p.sha256)
        and exists (select 1 from documents d
          where d.organization_id = p.organization_id and d.sha256 = p.sha256 and ${mayHaveText})
      on conflict do nothing returning 1
    ), old as (
      update content_texts t set state = 'waiting', attempts = 0, next_try_at = 'epoch' from page p
      where t.organization_id = p.organization_id and t.sha256 = p.sha256 and t.state <> 'waiting'
        and ${isReadByOlder}
        and exists (select 1 from documents d
          where d.organization_id = p.organization_id and d.sha256 = p.sha256 and ${mayHaveText}) returning 1
    )
    select (select count(*) from missing) + (select count(*) from old) as wanted, ${lastOfPage} as last`.execute(db);
  const { last, wanted } = rows[0]!;
  await askReaders(db, wanted);
  return last;
}
