import { enqueue, type JobHandler, jobType, onJob } from '../../../jobs/queue.ts';
import { asFile } from '../../../platform/blobs/index.ts';
import type { Ask } from '../../../platform/processes/process-pool.ts';
import { chargeWorkspace } from '../../../platform/turns/workspace-turns.ts';
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
  scansLane,
} from './scans.queries.ts';

export const readScansJob = jobType<{ isQuick?: boolean }>('passages.read-scans');
/** One file at a time among all processes. */
export const scansQueue = 'scans';
/**
 * One more queue, for workspaces that had nothing read lately: theirs are read at once, however many pages others have.
 */
export const quickScansQueue = 'scans quick';

/** The scanners of this process. */
const scanners = createScanners();
const quickScanners = createScanners();
/** When its time is up, another job resumes. */
const sliceMs = 60_000;
/** Files that take longer are left to the other queue. */
const quickMs = 60_000;

/** Reads pictures of text, one file after another. Each file fails on its own; only the database fails the job. */
export const readScans: JobHandler = {
  ...onJob(readScansJob, async ({ isQuick = false }, services, signal) => {
    const { ocr } = services.config;
    if (!ocr) return;
    const end = Date.now() + sliceMs;
    const queue = isQuick ? quickScansQueue : scansQueue;
    while (await readNextScan(services, ocr, isQuick ? quickScanners : scanners, signal, { isQuick })) {
      signal.throwIfAborted();
      if (Date.now() > end)
        return enqueue(services.db, readScansJob, { isQuick }, { queue, key: `${readScansJob.name} ${queue} resumed` });
    }
  }),
  ioBound: true,
};

/** False if none waits. */
export const readNextScan = (
  services: Services,
  ocr: OcrConfig,
  { use }: Scanners,
  signal: AbortSignal,
  { isQuick = false } = {},
): Promise<boolean> =>
  use(async (ask) => {
    const claimed = await claimScan(services, { isQuick });
    if (!claimed) return false;
    const began = performance.now();
    const until = isQuick ? AbortSignal.any([signal, AbortSignal.timeout(quickMs)]) : signal;
    try {
      await readClaimed(services, ocr, claimed, ask, until);
    } finally {
      await chargeWorkspace(services.db, scansLane, claimed.organization_id, performance.now() - began);
    }
    return true;
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
    const isTooLong = read.stopped === 'too long';
    return fail(`Reading this file took ${isTooLong ? 'too long' : 'too much memory'}.`, isTooLong);
  }
  const { passages, isCut, pagesLeftOut } = read;
  if (pagesLeftOut > 0) log.info({ pagesLeftOut }, 'a scan has more pages than are read');
  await db
    .transaction()
    .execute((tx) => recordScan(tx, claimed, reader, { passages, isCut, embedder: wordsNumber(embedder) }));
}
