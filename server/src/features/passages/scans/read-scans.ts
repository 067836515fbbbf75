import { enqueue, type JobHandler, jobType, onJob } from '../../../jobs/queue.ts';
import { asFile } from '../../../platform/blobs/index.ts';
import type { Ask } from '../../../platform/process-pool.ts';
import type { Services } from '../../../services.ts';
import { contentKey } from '../../storage/index.ts';
import type { Answer, Task } from '../ocr/task.ts';
import { wordsNumber } from '../read-texts.ts';
import { readPages } from './read-pages.ts';
import { createScanners, type Scanners } from './scanners.ts';
import {
  type ClaimedScan,
  claimScan,
  type OcrConfig,
  readerOf,
  recordScan,
  recordScanFailure,
  returnScan,
} from './scans.queries.ts';

export const readScansJob = jobType<object>('passages.read-scans');
/** One file at a time, of all processes together. */
export const scansQueue = 'scans';

/** Of this process. */
const scanners = createScanners();
/** When its time is up, another job resumes. */
const sliceMs = 60_000;

/** Reads pictures of text, one file after another. Files fail each on their own; only the database fails the job. */
export const readScans: JobHandler = {
  ...onJob(readScansJob, async (_, services, signal) => {
    const { ocr } = services.config;
    if (!ocr) return;
    const end = Date.now() + sliceMs;
    while (await readNextScan(services, ocr, scanners, signal)) {
      signal.throwIfAborted();
      if (Date.now() > end)
        return enqueue(services.db, readScansJob, {}, { queue: scansQueue, key: `${readScansJob.name} resumed` });
    }
  }),
  patient: true,
};

/** False where none waits. */
export const readNextScan = (
  services: Services,
  ocr: OcrConfig,
  { use }: Scanners,
  signal: AbortSignal,
): Promise<boolean> =>
  use(async (ask) => {
    const claimed = await claimScan(services.db);
    if (claimed) await readClaimed(services, ocr, claimed, ask, signal);
    return claimed !== undefined;
  });

async function readClaimed(
  services: Services,
  ocr: OcrConfig,
  claimed: ClaimedScan,
  ask: Ask<Task, Answer>,
  signal: AbortSignal,
): Promise<void> {
  const { db, blobs, embedder, log } = services;
  const reader = readerOf(ocr);
  const key = contentKey(claimed.organization_id, claimed.sha256);
  const read = await asFile(blobs, key, (file) => readPages(file, ocr.languages, ask, signal));
  if (signal.aborted) return returnScan(db, claimed);
  const fail = (reason: string, isFinal: boolean) => recordScanFailure(db, claimed, reader, { reason, isFinal });
  if (read === 'absent') return fail('The bytes of this file are missing.', false);
  if ('unreadable' in read) return fail(read.unreadable, true);
  if ('stopped' in read) {
    log.warn({ reason: read.stopped }, 'a picture of text could not be read');
    return fail(`Reading this file took ${read.stopped === 'too long' ? 'too long' : 'too much memory'}.`, false);
  }
  const { passages, isCut, pagesLeftOut } = read;
  if (pagesLeftOut > 0) log.info({ pagesLeftOut }, 'a scan has more pages than are read');
  await db
    .transaction()
    .execute((tx) => recordScan(tx, claimed, reader, { passages, isCut, embedder: wordsNumber(embedder) }));
}
