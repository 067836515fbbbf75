import { ConnectorError } from '@sheaf/connectors';
import { failedOnce, isOfTheTransfer } from './failures.ts';
import type { Settled } from './ledger.ts';
import type { Run } from './run-context.ts';
import { giveUp } from './send.ts';
import { type WorkItem, waitingItems } from './transfers.queries.ts';

const atOnce = 400;
/** After so many in a row that cannot be reached, it is the cloud and not the file. */
const mostUnavailable = 12;

/** Works through all that wait and are due, several at a time; false when the time is up. */
export async function workThrough(
  run: Run,
  options: {
    kinds: readonly ('file' | 'native' | 'folder')[];
    parallel: number;
    end: number;
    work(run: Run, item: WorkItem): Promise<Settled>;
  },
): Promise<boolean> {
  let unavailable = 0;
  const one = async (item: WorkItem) => {
    const settled = await options.work(run, item).catch(async (error) => {
      if (run.signal.aborted || !(error instanceof ConnectorError) || isOfTheTransfer(error)) throw error;
      const failed = failedOnce(item, error, run);
      if (failed.outcome === 'failed') await giveUp(run, item);
      unavailable = error.code === 'unavailable' ? unavailable + 1 : 0;
      if (unavailable > mostUnavailable) throw error;
      return failed;
    });
    if (settled.outcome !== 'waiting') unavailable = 0;
    await run.ledger.settled(item.number, settled);
  };
  // What an earlier run had begun comes first, so that nobody takes its names.
  for (let after = 0; ; ) {
    const items = await waitingItems(run.services.db, run.transfer.id, options.kinds, after, atOnce);
    const begun = items.filter(({ number }) => run.uploads.has(number));
    await inParallel(begun, options.parallel, one);
    const isLate = await inParallel(
      items.filter((item) => !begun.includes(item)),
      options.parallel,
      (item) => one(item),
      options.end,
    );
    if (isLate) return false;
    run.signal.throwIfAborted();
    // Folders are read from the start: those inside what was made just now are due.
    const isLast = options.kinds.includes('folder') ? items.length === 0 : items.length < atOnce;
    if (isLast) return true;
    after = options.kinds.includes('folder') ? 0 : items.at(-1)!.number;
  }
}

/** True when the time was up before all were done. The first error ends it, once all that are under way have ended. */
async function inParallel<T>(
  items: readonly T[],
  parallel: number,
  work: (item: T) => Promise<void>,
  end = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const queue = [...items];
  const worker = async () => {
    try {
      while (queue.length > 0 && Date.now() < end) await work(queue.shift()!);
    } catch (error) {
      queue.length = 0;
      throw error;
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: parallel }, worker));
  const broken = outcomes.find((outcome) => outcome.status === 'rejected');
  if (broken) throw broken.reason;
  return queue.length > 0;
}
