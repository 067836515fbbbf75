import { type RawBuilder, sql } from 'kysely';
import type { Database, Executor } from '../db/pool.ts';

/** Thrown in a run that another worker has taken over. The run ends and writes nothing more. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/** The row that a run belongs to, with its column `run_token`. Both functions return undefined if the row is gone. */
export interface LeasedRow {
  /** Raises the token and returns the new one. */
  claim(db: Executor): Promise<number | undefined>;
  /** Returns the current token. With a lock, nobody can claim the row before the transaction ends. */
  read(db: Executor, lock: 'none' | 'shared' | 'exclusive'): Promise<number | undefined>;
}

/** A row that one statement claims and another reads; both return `run_token`. */
export const leasedRow = (claim: Statement, read: (locking: RawBuilder<unknown>) => Statement): LeasedRow => ({
  claim: (db) => tokenIn(db, claim),
  read: (db, lock) => tokenIn(db, read(lockings[lock])),
});

type Statement = RawBuilder<{ run_token: number }>;

const lockings = { none: sql``, shared: sql`for share`, exclusive: sql`for no key update` };

async function tokenIn(db: Executor, statement: Statement): Promise<number | undefined> {
  const { rows } = await statement.execute(db);
  return rows[0]?.run_token;
}

/**
 * The right of one worker to work on a row. A worker that is silent for too long counts as dead and its run is given to
 * another one; but it may only have been slow or stopped and continue later. So each run holds a token and checks it on
 * every write.
 */
export interface Lease {
  /**
   * A transaction of this run, which holds the row's lock. `shared` transactions do not wait for each other; they must
   * not change the row itself.
   */
  write<T>(work: (tx: Executor) => Promise<T>, lock?: 'shared' | 'exclusive'): Promise<T>;
  /**
   * Checks the lease before each step that no transaction can undo. Asks the database only if the last answer is older
   * than a moment.
   */
  confirm(): Promise<void>;
}

/** Shorter than any silence after which a worker counts as dead. */
const confirmedForMs = 1_000;

/** Returns null if the row is gone. */
export async function takeLease(db: Database, row: LeasedRow): Promise<Lease | null> {
  const token = await row.claim(db);
  if (token === undefined) return null;
  let confirmedAt = performance.now();
  const check = (current: number | undefined, askedAt: number) => {
    if (current !== token) throw new LeaseLost('Another worker has taken this run over.');
    confirmedAt = askedAt;
  };
  return {
    write: (work, lock = 'exclusive') =>
      db.transaction().execute(async (tx) => {
        const askedAt = performance.now();
        check(await row.read(tx, lock), askedAt);
        return work(tx);
      }),
    async confirm() {
      const askedAt = performance.now();
      if (askedAt - confirmedAt > confirmedForMs) check(await row.read(db, 'none'), askedAt);
    },
  };
}
