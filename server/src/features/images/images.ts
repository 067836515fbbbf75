import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { wrongField } from '../../errors.ts';
import type { Viewer } from '../../http/viewer.ts';
import { enqueue, jobType, onJob } from '../../jobs/queue.ts';
import { imageKey } from '../../platform/blobs/index.ts';
import { ImageError, squareImage } from '../../platform/images/index.ts';
import { throttle } from '../../platform/limits/index.ts';
import { newId } from '../../platform/uuid.ts';
import type { Services } from '../../services.ts';
import { areBlobsHeld } from '../storage/index.ts';

const edge = 256;
const collectJob = jobType<{ key: string }>('images.collect');
/** How long to wait while a backup holds the contents. */
const laterMs = 10 * 60_000;

/**
 * Stores a picture and returns the key for its row. A job scheduled before the bytes are written deletes them in an
 * hour unless a row refers to them by then, so that a crash in between leaves nothing behind.
 */
export async function storeImage({ db, blobs }: Services, viewer: Viewer, picture: Uint8Array): Promise<string> {
  await throttle(
    db,
    `picture ${viewer.id}`,
    { times: 60, seconds: 3600 },
    'You uploaded too many images. Try again later.',
  );
  const bytes = await squareImage(Buffer.from(picture), edge, viewer.id).catch((error) => {
    throw error instanceof ImageError ? wrongField('picture', error.message) : error;
  });
  const key = newId();
  await enqueue(db, collectJob, { key }, { delayMs: 3_600_000 });
  await blobs.put(imageKey(key), bytes, { contentType: 'image/webp' });
  return key;
}

/** Called in the transaction that replaces a picture. The old one is deleted once nothing refers to it. */
export async function discardImage(tx: Executor, key: string | null): Promise<void> {
  if (key) await enqueue(tx, collectJob, { key });
}

export const collectImage = onJob(collectJob, async ({ key }, { db, blobs }) => {
  const { rows } = await sql<{ used: boolean; held: boolean }>`select ${areBlobsHeld} as held,
    exists (select from users where avatar_key = ${key})
      or exists (select from organizations where logo_key = ${key}) as used`.execute(db);
  const { used, held } = rows[0]!;
  if (used) return;
  if (held) await enqueue(db, collectJob, { key }, { delayMs: laterMs });
  else await blobs.delete(imageKey(key));
});
