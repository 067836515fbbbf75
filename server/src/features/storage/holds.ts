import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

/** Many times what passes between two renewals. */
const heldFor = sql`interval '10 minutes'`;

/**
 * SQL: whether a backup reads contents now, so that none may be deleted. To be asked in the statement that finds out that
 * nothing refers to a content: whoever sees a reference gone sees every hold that was there before it went.
 */
export const areBlobsHeld = sql<boolean>`exists (select from blob_holds where held_until > now())`;

export async function blobsAreHeld(db: Executor): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select ${areBlobsHeld} as held`.execute(db);
  return rows[0]!.held;
}

/** Until it is released, or not renewed for ten minutes. What is being deleted at this moment was not referred to any more. */
export async function holdBlobs(db: Executor, id: string): Promise<void> {
  await sql`delete from blob_holds where held_until < now()`.execute(db);
  await sql`insert into blob_holds (id, held_until) values (${id}, now() + ${heldFor})`.execute(db);
}

/** False: it had expired, and contents may be gone. */
export async function renewHold(db: Executor, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update blob_holds set held_until = now() + ${heldFor}
    where id = ${id} and held_until > now()`.execute(db);
  return numAffectedRows === 1n;
}

export async function releaseBlobs(db: Executor, id: string): Promise<void> {
  await sql`delete from blob_holds where id = ${id}`.execute(db);
}
