import { jobType } from '../../../jobs/queue.ts';
import { onSlicedJob } from '../../../jobs/sliced.ts';
import type { Leftover } from '../../../platform/blobs/index.ts';
import type { Services } from '../../../services.ts';
import { isUnclean } from './upload-row.ts';
import { deleteExpired, knownOf } from './uploads.queries.ts';

const atOnce = 100;
const dayMs = 24 * 3_600_000;

/**
 * Hourly: deletes uploads that no one has resumed for a day, the records of finished ones, and their bytes. Then
 * deletes bytes whose upload was deleted with its member or workspace, or never recorded because a process was killed.
 */
export const expireUploads = onSlicedJob(
  jobType<object>('uploads.expire'),
  async (services) => {
    const expired = await deleteExpired(services.db, atOnce);
    for (const upload of expired) await services.blobs.growing.remove(upload, { unclean: isUnclean(upload) });
    if (expired.length === atOnce) return true;
    await removeUnknown(services);
    return false;
  },
  '37 * * * *',
);

async function removeUnknown({ db, blobs }: Services): Promise<void> {
  let batch: Leftover[] = [];
  const removeBatch = async () => {
    const known = await knownOf(
      db,
      batch.map(({ id }) => id),
    );
    for (const { id, remove } of batch) if (!known.has(id)) await remove();
    batch = [];
  };
  for await (const leftover of blobs.growing.leftovers(new Date(Date.now() - dayMs))) {
    batch.push(leftover);
    if (batch.length === atOnce) await removeBatch();
  }
  await removeBatch();
}
