import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';

/** Does it whole, or nothing of it: then the answer is why. What names something stands for all like it. */
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
