import type { Pool } from '../../db/pool.ts';

/** Many times what passes between two renewals. */
const heldFor = `interval '10 minutes'`;

/** Until it is released, or not renewed for ten minutes. What is being deleted at this moment was not referred to any more. */
export async function holdBlobs(pool: Pool, id: string): Promise<void> {
  await pool.query('delete from blob_holds where held_until < now()');
  await pool.query(`insert into blob_holds (id, held_until) values ($1, now() + ${heldFor})`, [id]);
}

/** False: it had expired, and contents may be gone. */
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
