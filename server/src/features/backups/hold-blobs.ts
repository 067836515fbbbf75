import type { Pool } from '../../db/pool.ts';

/** Many times the interval between two renewals. */
const heldFor = `interval '10 minutes'`;

/**
 * Keeps contents from being deleted until the hold is released or was not renewed for ten minutes. A deletion in
 * progress concerns only contents that were already unreferenced.
 */
export async function holdBlobs(pool: Pool, id: string): Promise<void> {
  await pool.query('delete from blob_holds where held_until < now()');
  await pool.query(`insert into blob_holds (id, held_until) values ($1, now() + ${heldFor})`, [id]);
}

/** Returns false if the hold had expired, so that contents may have been deleted. */
export async function renewHold(pool: Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update blob_holds set held_until = now() + ${heldFor} where id = $1 and held_until > now()`,
    [id],
  );
  return rowCount === 1;
}

export async function releaseBlobs(pool: Pool, id: string): Promise<void> {
  await pool.query('delete from blob_holds where id = $1', [id]);
}
