import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../db/pool.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { Services } from '../../../services.ts';
import { endTurn, giveTurnBack, isHeld, leaseSeconds, renewTurn, takeTurn } from './turns.queries.ts';
import type { Upload } from './upload-row.ts';

/** The right of one request, in any process, to change an upload. Its writes to the row name its turn. */
export interface Hold {
  readonly turn: number;
  readonly upload: Upload;
  /** Aborted when the person sent another request or another request already has the upload. */
  readonly stopped: AbortSignal;
  /** Writes elsewhere may still take effect, so the next holder starts a new epoch. */
  isDirty: boolean;
  /** The turn was given back together with the last bytes. */
  isOver: boolean;
}

/** Well below the time after which a turn is taken away. */
const renewMs = 1_000;
/** Longer than it takes to notice that the holder of an upload is gone. */
const patienceMs = (leaseSeconds + 4) * 1_000;
const lookMs = { first: 20, max: 1_000 };

export const replaced = () => new AppError('conflict', 'This upload continues in another tab or device.');

/**
 * One request at a time for each upload, among all processes; others wait. A request for the offset or a cancel ends
 * the one that writes, since its connection is lost even if the server hasn't noticed. Only storing a complete upload
 * isn't ended.
 */
export function createTurns({ db }: Services) {
  /** The holds of this process, which can be ended without the database. */
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
      // If this fails, the lease runs out.
      if (!hold.isOver) await giveTurnBack(db, id, hold.turn, hold.isDirty).catch(() => {});
    }
  }

  /** Ends the writing request and waits, for a limited time, until its bytes are recorded. */
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

/** Calls `look` until it returns something, with longer and longer pauses; undefined when time is up. */
async function patiently<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
  const end = performance.now() + patienceMs;
  for (let pause = lookMs.first; ; pause = Math.min(lookMs.max, pause * 2)) {
    const found = await look();
    if (found !== undefined || performance.now() > end) return found;
    await sleep(pause);
  }
}

/** Renews the lease until the returned function is called. Continues while the database is briefly away. */
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
