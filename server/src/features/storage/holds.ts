import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

/**
 * SQL: whether a backup reads contents now, so that none may be deleted. To be asked in the statement that finds out that
 * nothing refers to a content: whoever sees a reference gone sees every hold that was there before it went.
 */
export const areBlobsHeld = sql<boolean>`exists (select from blob_holds where held_until > now())`;

export async function blobsAreHeld(db: Executor): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select ${areBlobsHeld} as held`.execute(db);
  return rows[0]!.held;
}
