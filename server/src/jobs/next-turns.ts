import { promoteFirst } from './graphile-tables.ts';
import { jobType, onJob } from './queue.ts';
import { turnFlagOf } from './turns.ts';

/**
 * Every minute, the first job of each workspace and kind that waits behind others of its own is moved to the front. So
 * a workspace with many jobs makes progress too, however many workspaces have few.
 */
export const giveNextTurns = onJob(
  jobType<object>('jobs.next-turns'),
  async (_, { pool }) => {
    await pool.query(promoteFirst(turnFlagOf('j.flags')));
  },
  '* * * * *',
);
