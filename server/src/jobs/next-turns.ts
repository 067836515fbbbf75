import { promoteFirst } from './graphile-tables.ts';
import { jobType, onJob } from './queue.ts';
import { turnFlagOf } from './turns.ts';

/**
 * Every minute: of each workspace and kind, the first job that waits behind others of its own has its turn with the first
 * ones of everybody. So whoever has many goes on as well, however many have few.
 */
export const giveNextTurns = onJob(
  jobType<object>('jobs.next-turns'),
  async (_, { pool }) => {
    await pool.query(promoteFirst(turnFlagOf('j.flags')));
  },
  '* * * * *',
);
