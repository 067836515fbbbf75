import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../db/pool.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { Services } from '../../../services.ts';
import { endTurn, giveTurnBack, isHeld, leaseSeconds, renewTurn, takeTurn } from './turns.queries.ts';
import type { Upload } from './upload-row.ts';

/** The right of one request to change an upload, in whichever process. What it writes to the row names its turn. */
export interface Hold {
  readonly turn: number;
  readonly upload: Upload;
  /** The person came back by another request, or another request has the upload already. */
  readonly stopped: AbortSignal;
  /** What it wrote elsewhere may still take effect: who comes next begins a new epoch. */
  isDirty: boolean;
  /** Given back together with the last bytes. */
  isOver: boolean;
}

/** Well below the time after which a turn is taken away. */
const renewMs = 1_000;
/** Longer than it takes to find that whoever holds an upload is gone. */
const patienceMs = (leaseSeconds + 4) * 1_000;
const lookMs = { first: 20, max: 1_000 };

export const replaced = () => new AppError('conflict', 'This upload continues in another tab or device.');

/**
 * One request at a time for each upload, among all processes; others wait. Whoever asks how far it is, or gives it up,
 * ends the one that writes: they have lost their connection, even if we have not noticed yet. Only storing a complete
 * upload is not ended.
 */
export function createTurns({ db }: Services) {
  /** Those of this process, which need not find out by asking the database. */
  const here = new Map<string, AbortController>();

  async function hold<T>(id: string, work: (hold: Hold) => Promise<T>, created?: Upload): Promise<T> {
    const upload = created ?? (await waitForTurn(db, id));
    const stop = new AbortController();
    here.set(id, stop);
    const hold: Hold = { turn: upload.held_by!, upload, stopped: stop.signal, isDirty: false, isOver: false };
    const ended = renewRegularly(db, id, hold.turn, () => stop.abort(replaced()));
    try {
      return await work(hold);
    } finally {
      ended();
      if (here.get(id) === stop) here.delete(id);
      // Should this fail, the lease runs out.
      if (!hold.isOver) await giveTurnBack(db, id, hold.turn, hold.isDirty).catch(() => {});
    }
  }

  /** Ends whoever writes, and waits until what came of it is on record; but not for ever. */
  async function quiet(id: string): Promise<void> {
    here.get(id)?.abort(replaced());
    if (!(await isHeld(db, id))) return;
    await endTurn(db, id);
    await patiently(async () => ((await isHeld(db, id)) ? undefined : true));
  }

  return { hold, quiet };
}

async function waitForTurn(db: Database, id: string): Promise<Upload> {
  const upload = await patiently(async () => {
    const taken = await takeTurn(db, id);
    if (!taken && (await isHeld(db, id)) === undefined) throw notFound('This upload');
    return taken;
  });
  if (!upload) throw new AppError('in_progress', 'Another request is uploading this file.', { retryAfter: 5 });
  return upload;
}

/** Looks again and again, more slowly each time; undefined when patience is over. */
async function patiently<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
  const end = performance.now() + patienceMs;
  for (let pause = lookMs.first; ; pause = Math.min(lookMs.max, pause * 2)) {
    const found = await look();
    if (found !== undefined || performance.now() > end) return found;
    await sleep(pause);
  }
}

/** Keeps the lease until the answer is called. A database that is away for a moment is no reason to stop. */
function renewRegularly(db: Database, id: string, turn: number, onWanted: () => void): () => void {
  let isOver = false;
  let timer: NodeJS.Timeout;
  const renew = async () => {
    if (!(await renewTurn(db, id, turn).catch(() => true))) onWanted();
    if (!isOver) schedule();
  };
  const schedule = () => {
    timer = setTimeout(renew, renewMs);
  };
  schedule();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
