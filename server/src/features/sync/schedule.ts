import { jobType, onJob } from '../../jobs/queue.ts';
import { takeDueAccounts } from '../sources/index.ts';
import { requestRuns } from './batches.queries.ts';

/** The number for a transaction, which locks their rows until it ends. */
const atOnce = 500;
/** The rest waits for the next minute. */
const maxInARow = 40;

/**
 * Every minute: requests runs for due accounts and sets their next due time, so that concurrent workers request one
 * run.
 */
export const scheduleRuns = onJob(
  jobType<object>('sync.schedule'),
  async (_, { db, config }, signal) => {
    for (let slice = 0; slice < maxInARow && !signal.aborted; slice++) {
      const taken = await db.transaction().execute(async (tx) => {
        const accounts = await takeDueAccounts(tx, config, atOnce);
        await requestRuns(
          tx,
          accounts.filter(({ isDue }) => isDue),
          ['running', 'paused'],
        );
        return accounts.length;
      });
      if (taken < atOnce) return;
    }
  },
  '* * * * *',
);
