import { jobType, onJob } from '../../jobs/queue.ts';
import { oldSpools, removeSpool } from './spool.ts';
import { deleteExpired, isKnown } from './uploads.queries.ts';

const atOnce = 100;
const dayMs = 24 * 3_600_000;

/**
 * Hourly: uploads that nobody has gone on with for a day, and the memory of those that are done. Then bytes whose upload
 * went with its member or workspace, or was never noted because we were killed.
 */
export const expireUploads = onJob(
  jobType<object>('uploads.expire'),
  async (_, services, signal) => {
    for (let expired = atOnce; expired === atOnce && !signal.aborted; ) {
      const ids = await deleteExpired(services.db, atOnce);
      for (const id of ids) await removeSpool(services, id);
      expired = ids.length;
    }
    for await (const id of oldSpools(services, dayMs))
      if (!(await isKnown(services.db, id))) await removeSpool(services, id);
  },
  '37 * * * *',
);
