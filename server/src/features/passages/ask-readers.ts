import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { enqueueSelected, hasJobToBegin, hasLiveJob, jobType } from '../../jobs/queue.ts';

/**
 * Of all processes together so many read at a time, one per queue. Few: their jobs take slots that accounts need to sync.
 */
export const queues = 4;
/** And one for workspaces that had nothing read of late. */
export const quickQueue = 'passages quick';

export const readTextsJob = jobType<{ queue: string }>('passages.read');

/** Jobs for contents that wait, as many as can be of use; one that is still to begin will find them as well. */
export async function askReaders(db: Executor, contents: number): Promise<void> {
  if (contents === 0) return;
  const queue = sql<string>`('passages ' || number)`;
  const quick = sql<string>`${quickQueue}::text`;
  await enqueueSelected(
    db,
    readTextsJob,
    sql`select json_build_object('queue', q.queue) as payload, q.queue from (
      (select ${queue} as queue from generate_series(1, ${queues}::int) number where not ${hasJobToBegin(queue)}
        order by ${hasLiveJob(queue)} limit ${contents})
      union all select ${quick} where not ${hasJobToBegin(quick)}) q`,
    { maxAttempts: 25 },
  );
}
