import { jobType, onJob } from '../../jobs/queue.ts';
import { removeSpool } from './spool.ts';
import { deleteExpired } from './uploads.queries.ts';

const atOnce = 100;

/** Hourly: uploads that nobody has gone on with for a day, and the memory of those that are done. */
export const expireUploads = onJob(
  jobType<object>('uploads.expire'),
  async (_, services, signal) => {
    for (let expired = atOnce; expired === atOnce && !signal.aborted; ) {
      const ids = await deleteExpired(services.db, atOnce);
      for (const id of ids) await removeSpool(services, id);
      expired = ids.length;
    }
  },
  '37 * * * *',
);
