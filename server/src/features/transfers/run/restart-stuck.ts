import { jobType, onJob } from '../../../jobs/queue.ts';
import { enqueueStuckTransfers } from '../transfers.queries.ts';

const maxAtOnce = 500;

/** Every minute: adds a job for transfers that run or must be cleaned up but have none. Normally there are none. */
export const restartStuckTransfers = onJob(
  jobType<object>('transfers.restart-stuck'),
  async (_, { db, log }) => {
    const restarted = await enqueueStuckTransfers(db, maxAtOnce);
    if (restarted > 0) log.warn({ restarted }, 'transfers without a job were started again');
  },
  '* * * * *',
);
