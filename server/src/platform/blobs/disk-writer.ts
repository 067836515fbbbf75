import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadAnswer } from '../processes/thread.ts';
import { FILE_MODE, FOLDER_MODE, isAbsent } from './durable.ts';
import { contentOf, journalEnding, readJournal, syncFile, syncFolder, writeJournal } from './journal.ts';

/**
 * The thread that writes many small files at once with blocking calls. In the main thread each file would take half a
 * dozen trips through the thread pool, which cost more than the whole rest of fetching it.
 *
 * A sync per file is what takes time on any disk. So all bytes of a request are written to a journal, one file with one
 * sync, and then to their own files without. A minute later, when the system has long written those on its own, they
 * are compared with the journal and synced, and the journal is deleted. Journals left by a power cut or a kill are
 * settled the same way.
 */
export type WriterRequest =
  | { id: number; kind: 'write'; bytes: Uint8Array; files: { path: string; size: number }[] }
  | { id: number; kind: 'settle' };

const settleAfterMs = 60_000;
const { incoming } = workerData as { incoming: string };
const root = dirname(incoming);
/** The journals still to settle, oldest first, and when each was written. */
const journals = new Map(journalsLeft().map((path) => [path, 0]));

parentPort!.on('message', (request: WriterRequest) => {
  const answer: ThreadAnswer = { id: request.id };
  try {
    if (request.kind === 'write') write(request);
    else for (const path of journals.keys()) settle(path);
  } catch (error) {
    const { message, code, errno } = error as NodeJS.ErrnoException;
    answer.error = { message, code, errno };
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage(answer);
});

// A little at a time, so that writes don't have to wait.
setInterval(() => {
  const until = Date.now() + 100;
  for (const [journal, since] of journals) {
    if (Date.now() - since < settleAfterMs || Date.now() > until) return;
    try {
      settle(journal);
    } catch (error) {
      process.emitWarning(error as Error);
      journals.delete(journal);
      journals.set(journal, Date.now());
    }
  }
}, 250);

function write({ bytes, files }: Extract<WriterRequest, { kind: 'write' }>): void {
  const journal = join(incoming, `${randomUUID()}${journalEnding}`);
  // Relative to the root, which may have moved when the journal is needed.
  const below = files.map(({ path, size }) => ({ path: relative(root, path), size }));
  writeJournal(journal, below, bytes);
  journals.set(journal, Date.now());
  let at = 0;
  for (const { path, size } of files) {
    writeWhole(path, bytes.subarray(at, at + size));
    at += size;
  }
}

/** From here on the files are durable without the journal. */
function settle(journal: string): void {
  const folders = new Set<string>();
  for (const { path: below, bytes } of readJournal(journal)) {
    const path = join(root, below);
    if (!contentOf(path)?.equals(bytes)) writeWhole(path, bytes);
    syncFile(path);
    for (let folder = dirname(path); folder.length >= root.length; folder = dirname(folder)) folders.add(folder);
  }
  for (const folder of folders) syncFolder(folder);
  rmSync(journal, { force: true });
  journals.delete(journal);
}

/** Appears whole or not at all to every reader, unless the power is cut. */
function writeWhole(path: string, bytes: Uint8Array): void {
  const temporary = join(incoming, randomUUID());
  try {
    writeFileSync(temporary, bytes, { flag: 'wx', mode: FILE_MODE });
    moveIntoPlace(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function moveIntoPlace(temporary: string, path: string): void {
  try {
    renameSync(temporary, path);
  } catch (error) {
    if (!isAbsent(error)) throw error;
    mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
    renameSync(temporary, path);
  }
}

function journalsLeft(): string[] {
  return readdirSync(incoming)
    .filter((name) => name.endsWith(journalEnding))
    .map((name) => join(incoming, name));
}
