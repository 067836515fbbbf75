import { enqueue, type JobHandler, onJob } from '../../jobs/queue.ts';
import { createWordEmbedder, type Embedder, embedderNumber } from '../../meaning/index.ts';
import { asFile } from '../../platform/blobs/index.ts';
import { chargeWorkspace } from '../../platform/turns/workspace-turns.ts';
import type { Services } from '../../services.ts';
import { contentKey } from '../storage/index.ts';
import { quickQueue, readTextsJob } from './ask-readers.ts';
import { expectedOfAll } from './expected.ts';
import { createReaders, type Read, type Readers } from './readers.ts';
import { noteScan, readerOf } from './scans/scans.queries.ts';
import { isReadByLine, maxFileBytes, maxTextBytes } from './text/task.ts';
import {
  type Claimed,
  claimText,
  dropText,
  recordFailure,
  recordText,
  returnText,
  textsLane,
} from './texts.queries.ts';

/** Readers embed with the table of words; embeddings of an endpoint are requested later. */
export const wordsNumber = (embedder: Embedder): number | null =>
  embedder.id === createWordEmbedder().id ? embedderNumber(embedder) : null;

/** The readers of this process. */
const readers = createReaders();
/**
 * Only for workspaces that had nothing read lately: theirs is read at once, however long others' files take. Files that
 * take longer are left to the other readers.
 */
const quickReaders = createReaders({ processes: 1, seconds: 5 });

/** No job runs for long: when its time is up, another one resumes. */
const sliceMs = 60_000;

/** Reads waiting contents one after another. Each content fails on its own; only the database fails the job. */
export const readTexts: JobHandler = {
  ...onJob(readTextsJob, async ({ queue }, services, signal) => {
    const end = Date.now() + sliceMs;
    const isQuick = queue === quickQueue;
    while (await readNext(services, isQuick ? quickReaders : readers, signal, { isQuick })) {
      signal.throwIfAborted();
      if (Date.now() > end) return enqueue(services.db, readTextsJob, { queue }, { queue });
    }
  }),
  ioBound: true,
};

/** False if none waits. A content is claimed only when a reader is free, so that no claim gets old. */
export const readNext = (
  services: Services,
  { use }: Readers,
  signal: AbortSignal,
  { isQuick = false } = {},
): Promise<boolean> =>
  use(async (read) => {
    const claimed = await claimText(services, { isQuick });
    if (!claimed) return false;
    const began = performance.now();
    try {
      await readClaimed(services, claimed, read, { signal, isQuick });
    } finally {
      await chargeWorkspace(services.db, textsLane, claimed.organization_id, performance.now() - began);
    }
    return true;
  });

async function readClaimed(
  services: Services,
  claimed: Claimed,
  read: Read,
  { signal, isQuick }: { signal: AbortSignal; isQuick: boolean },
): Promise<void> {
  const { config, db, blobs, embedder, log } = services;
  const expected = expectedOfAll(claimed.documents);
  if (expected === undefined) return dropText(db, claimed);
  const fail = (reason: string, isFinal: boolean) => recordFailure(db, claimed, { reason, isFinal });
  const byLine = isReadByLine(expected);
  // Such a file isn't even fetched.
  if (!byLine && claimed.size > maxFileBytes)
    return fail(`This file is larger than ${maxFileBytes / 1024 / 1024} MB.`, true);
  const key = contentKey(claimed.organization_id, claimed.sha256);
  const range = byLine ? { start: 0, end: maxTextBytes - 1 } : undefined;
  const answer = await asFile(blobs, key, (file) => read({ file, expected }, signal), range);
  if (answer === 'absent') return fail('The bytes of this file are missing.', false);
  if ('unreadable' in answer) {
    const { unreadable, thrown } = answer;
    if (thrown !== undefined) log.info({ expected, thrown }, 'a reader refused the text of a file');
    return fail(unreadable, true);
  }
  if (!('stopped' in answer))
    return db.transaction().execute(async (tx) => {
      await recordText(tx, claimed, { ...answer, embedder: wordsNumber(embedder) });
      if (config.ocr && answer.hasScans !== undefined)
        await noteScan(tx, claimed, readerOf(config.ocr), answer.hasScans);
    });
  const isTooLong = answer.stopped === 'too long';
  if (signal.aborted || (isQuick && isTooLong)) return returnText(db, claimed);
  log.warn({ expected, reason: answer.stopped }, 'the text of a file could not be read');
  if (/^E[A-Z]+$/.test(answer.stopped)) return fail('We couldn’t read this file.', false);
  return fail(`Reading this file took ${isTooLong ? 'too long' : 'too much memory'}.`, isTooLong);
}
