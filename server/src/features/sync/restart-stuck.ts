import { jobType, onJob } from '../../jobs/queue.ts';
import { enqueueStuckRuns } from './batches.queries.ts';

const maxAtOnce = 500;

/**
 * Every minute: adds a job for unfinished runs without one. Normally there are none, since a run and its job are
 * written together. But a job that used up its attempts, or was deleted by someone, must not leave an account that
 * never syncs again.
 */
export const restartStuckRuns = onJob(
  jobType<object>('sync.restart-stuck'),
  async (_, { db, log }) => {
    const restarted = await enqueueStuckRuns(db, maxAtOnce);
    if (restarted > 0) log.warn({ restarted }, 'runs without a job were started again');
  },
  '* * * * *',
);
