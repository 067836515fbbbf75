import type { Readable } from 'node:stream';
import { AppError } from '../../../errors.ts';
import { diskFullMessage, isDiskFull, type StoredContent, type StoreOptions } from '../../../platform/blobs/index.ts';
import type { Services } from '../../../services.ts';
import { type Hold, replaced } from './turns.ts';
import { untilStopped } from './until-stopped.ts';
import { advance } from './uploads.queries.ts';

type Store = (options: StoreOptions) => Promise<StoredContent>;

/**
 * Appends the body, in bounded memory, and calls `finish` with the last byte. If anything stops it (the person's
 * connection, a newer request, the disk), the bytes received so far are kept and counted. Null if more has to come.
 */
export async function receiveBytes<T>(
  services: Services,
  hold: Hold,
  body: Readable | null,
  finish: (store: Store) => Promise<T>,
): Promise<T | null> {
  const { upload, turn, stopped } = hold;
  const { growing } = services.blobs;
  const appender = await growing.append(upload);
  let at = upload.received;
  const record = async ({ received, pieces }: { received: number; pieces: Hold['upload']['pieces'] }, last = false) => {
    if (received === upload.received) return;
    const isOver = last && received < upload.size;
    const progress = { from: upload.received, received, pieces, isOver, isDirty: appender.isDirty };
    const noted = await advance(services.db, upload.id, turn, progress);
    if (!noted) throw replaced();
    Object.assign(upload, { received, pieces });
    hold.isOver = isOver;
    await appender.recorded();
  };
  try {
    const failure = await writeAll();
    if (!failure && at === upload.size && appender.storeNow)
      try {
        return await finish(appender.storeNow);
      } catch (error) {
        // Keeps the bytes if the store takes them, so they needn't be sent again; the original error matters more.
        await appender
          .settle()
          .then((certain) => record(certain))
          .catch(() => {});
        throw error;
      }
    await record(await appender.settle(), true);
    if (failure) throw failure.error;
    return at < upload.size ? null : await finish((options) => growing.store(upload, options));
  } catch (error) {
    if (isDiskFull(error)) throw new AppError('unavailable', diskFullMessage, { retryAfter: 30 });
    throw error;
  } finally {
    hold.isDirty = appender.isDirty;
    await appender.close();
  }

  async function writeAll(): Promise<{ error: unknown } | null> {
    try {
      for await (const chunk of body ? untilStopped(body, stopped) : []) {
        if (at + chunk.length > upload.size)
          throw new AppError('too_large', 'The upload sent more data than it announced.');
        const mustBeRecorded = await appender.write(chunk);
        at += chunk.length;
        if (mustBeRecorded) await record(await appender.certain());
      }
      return null;
    } catch (error) {
      return { error };
    }
  }
}
