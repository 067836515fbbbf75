import { ConnectorError } from '@sheaf/connectors';
import { giveUp } from '../bytes/send.ts';
import { listOriginalAgain } from '../file/trash-original.ts';
import type { Settled } from '../ledger/ledger.ts';
import { type WorkItem, waitingItems } from '../transfers.queries.ts';
import { failedOnce, stopsTransfer } from './failures.ts';
import type { Run } from './run-context.ts';

const atOnce = 400;
/** After this many failures in a row, the cloud is considered unavailable. */
const maxUnavailable = 12;

/** Works through all waiting items that are due, several at a time; false when time is up. */
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
      if (run.signal.aborted || !(error instanceof ConnectorError) || stopsTransfer(error)) throw error;
      const failed = failedOnce(item, error, run);
      if (failed.outcome === 'failed') await giveUp(run, item);
      // It was copied, but moving is given up: the original stays.
      if (failed.outcome === 'transferred') await listOriginalAgain(run, item);
      unavailable = error.code === 'unavailable' ? unavailable + 1 : 0;
      if (unavailable > maxUnavailable) throw error;
      return failed;
    });
    if (settled.outcome !== 'waiting') unavailable = 0;
    await run.ledger.settled(item.number, settled);
  };
  const { parallel, end } = options;
  const next = async (after: number): Promise<Page> => {
    const items = await waitingItems(run.services.db, run.transfer.id, options.kinds, { after, max: atOnce });
    // Items started by an earlier run come first, so that no other item takes their names.
    const begun = items.filter(({ number }) => run.uploads.has(number));
    await inParallel(each(begun), { parallel, end: Number.POSITIVE_INFINITY }, one);
    return { last: items.at(-1)?.number, items: items.filter((item) => !begun.includes(item)) };
  };
  if (!options.kinds.includes('folder')) return inParallel(eachAhead(next), { parallel, end }, one);
  // Folders are read from the start, level by level: those inside folders just made are due.
  for (;;) {
    const { last, items } = await next(0);
    if (last === undefined) return true;
    if (!(await inParallel(each(items), { parallel, end }, one))) return false;
    run.signal.throwIfAborted();
  }
}

interface Page {
  /** The number of the last item found; undefined if there was none. */
  last: number | undefined;
  items: readonly WorkItem[];
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T, void> {
  yield* items;
}

/** Reads the next page while one is worked through, so that nothing waits for the last item of a page. */
async function* eachAhead(next: (after: number) => Promise<Page>): AsyncGenerator<WorkItem, void> {
  let following = next(0);
  try {
    for (;;) {
      const { last, items } = await following;
      if (last === undefined) return;
      following = next(last);
      following.catch(() => {});
      yield* items;
    }
  } finally {
    await following.catch(() => {});
  }
}

/** False if time was up before all were done. The first error ends it, once everything in progress has ended. */
async function inParallel<T>(
  items: AsyncGenerator<T, void>,
  { parallel, end }: { parallel: number; end: number },
  work: (item: T) => Promise<void>,
): Promise<boolean> {
  let isInTime = true;
  const worker = async () => {
    try {
      for (;;) {
        isInTime &&= Date.now() < end;
        const { value, done } = isInTime ? await items.next() : await items.return();
        if (done) return;
        await work(value);
      }
    } catch (error) {
      await items.return();
      throw error;
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: parallel }, worker));
  const broken = outcomes.find((outcome) => outcome.status === 'rejected');
  if (broken) throw broken.reason;
  return isInTime;
}
