import type { Ask } from '../../../platform/processes/process-pool.ts';
import { type Answer, maxPages, type Task } from '../ocr/task.ts';
import type { Piece } from '../text/piece.ts';
import type { Passage } from '../text/task.ts';

/**
 * For all pages of a file together; the rest is left out. Shorter than the time after which another process would take
 * the file over.
 */
const maxMs = 20 * 60_000;

type ReadScan =
  /** Null passages: no picture has any new text. */
  { passages: Passage[] | null; isCut: boolean; pagesLeftOut: number } | { unreadable: string } | { stopped: string };

const nothing = { passages: null, isCut: false, pagesLeftOut: 0 };

/** Reads each page on its own: one that takes too long or too much memory is left out, and the others are read. */
export async function readPages(
  file: string,
  languages: readonly string[],
  ask: Ask<Task, Answer>,
  signal: AbortSignal,
): Promise<ReadScan> {
  const opened = await ask({ do: 'open', file }, signal);
  if ('stopped' in opened || 'unreadable' in opened) return opened;
  if (!('kind' in opened) || opened.kind === 'nothing') return nothing;
  if (opened.kind === 'picture') {
    const answer = await ask({ do: 'page', file, page: null, languages }, signal);
    if (!('text' in answer)) return 'stopped' in answer || 'unreadable' in answer ? answer : { stopped: 'it ended' };
    return withPassages(answer.text === '' ? [] : [{ place: {}, text: answer.text }], 0);
  }
  const pieces: Piece[] = [];
  const end = Date.now() + maxMs;
  let [looked, gained, pagesLeftOut] = [0, 0, 0];
  let stopped: string | undefined;
  for (const [index, { text, lacksText }] of opened.pages.entries()) {
    const place = { page: index + 1 };
    if (!lacksText) {
      pieces.push({ place, text });
      continue;
    }
    if (looked === maxPages || Date.now() > end) {
      pagesLeftOut += 1;
      pieces.push({ place, text });
      continue;
    }
    looked += 1;
    const answer = await ask({ do: 'page', file, page: place.page, languages }, signal);
    if (signal.aborted) return { stopped: 'stopped' };
    if ('stopped' in answer) stopped = answer.stopped;
    const found = 'text' in answer ? answer.text : '';
    if (found.length > text.trim().length) gained += 1;
    pieces.push({ place, text: found.length > text.trim().length ? found : text });
  }
  if (gained === 0) return stopped ? { stopped } : nothing;
  return withPassages(pieces, pagesLeftOut);

  async function withPassages(all: readonly Piece[], leftOut: number): Promise<ReadScan> {
    if (all.length === 0) return nothing;
    const answer = await ask({ do: 'passages', pieces: all }, signal);
    if ('passages' in answer) return { ...answer, isCut: answer.isCut || leftOut > 0, pagesLeftOut: leftOut };
    return 'stopped' in answer || 'unreadable' in answer ? answer : { stopped: 'it ended' };
  }
}
