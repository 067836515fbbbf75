import { type RawBuilder, sql } from 'kysely';
import type { Database, Executor } from '../db/pool.ts';

/** Thrown in a run that another worker has taken over: it ends, and nothing it still wanted to write is written. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/** The row that a run belongs to, and its column `run_token`. Both answer undefined where the row is gone. */
export interface LeasedRow {
  /** Raises the token and answers the new one. */
  claim(db: Executor): Promise<number | undefined>;
  /** The token as it is. With a lock, nobody can claim the row before the transaction ends. */
  read(db: Executor, lock: 'none' | 'shared' | 'exclusive'): Promise<number | undefined>;
}

/** A row that a statement claims and another reads; both return `run_token`. */
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
 * The right of one worker to work on a row. A worker that is silent for too long is taken for dead and its run is given
 * to another; it may only have been slow or stopped, and continue later. So each run holds a token, and checks it whenever it
 * writes.
 */
export interface Lease {
  /**
   * A transaction of this run, which holds the row's lock. `shared`: transactions of this kind do not wait for each
   * other; they must not change the row itself.
   */
  write<T>(work: (tx: Executor) => Promise<T>, lock?: 'shared' | 'exclusive'): Promise<T>;
  /** Before each step that no transaction can take back. Asks the database only when it has not done so for a moment. */
  confirm(): Promise<void>;
}

/** Shorter than any silence after which a worker is taken for dead. */
const confirmedForMs = 1_000;

/** Null: there is no such row any more. */
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
