import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';

/**
 * Does the work completely or not at all; in the latter case returns the reason. `instead` replaces reasons that name a
 * single document, so that equal ones can be counted.
 */
export async function orReason<T>(tx: Executor, work: () => Promise<T>, instead: string): Promise<T | string> {
  await sql`savepoint one`.execute(tx);
  try {
    const done = await work();
    await sql`release savepoint one`.execute(tx);
    return done;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await sql`rollback to savepoint one`.execute(tx);
    return error.code === 'not_found' || error.message.includes('“') ? instead : error.message;
  }
}
