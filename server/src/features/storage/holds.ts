import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

/**
 * SQL: whether a backup is reading contents, so that none may be deleted. Must be part of the statement that checks for
 * references to a content: a statement that sees a reference gone also sees every hold from before.
 */
export const areBlobsHeld = sql<boolean>`exists (select from blob_holds where held_until > now())`;

export async function blobsAreHeld(db: Executor): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select ${areBlobsHeld} as held`.execute(db);
  return rows[0]!.held;
}
