import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { enqueueSelected, hasJobToBegin, hasLiveJob, jobType } from '../../jobs/queue.ts';

/**
 * How many texts all processes together read at a time, one per queue. Few, because their jobs take slots that accounts
 * need to sync.
 */
export const queues = 4;
/** One more queue, for workspaces that had nothing read lately. */
export const quickQueue = 'passages quick';

export const readTextsJob = jobType<{ queue: string }>('passages.read');

/** Adds jobs for waiting contents, as many as can be of use; a job that hasn't started yet will find them as well. */
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
