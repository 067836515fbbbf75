import { jobType, onJob } from '../../jobs/queue.ts';
import { takeDueAccounts } from '../sources/index.ts';
import { requestRuns } from './batches.queries.ts';

/** In a transaction; their rows are locked until it ends. */
const atOnce = 500;
/** What is due beyond that waits for the next minute. */
const maxInARow = 40;

/** Every minute: accounts that are due get a run, and with it a later due time, so that two workers ask once. */
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
