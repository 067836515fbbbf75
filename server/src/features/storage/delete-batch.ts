import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

/** Deletes up to `max` contents of a removed organisation without documents, with their texts and pictures; answers how many. */
export async function deleteBlobBatch(tx: Executor, organizationId: string, max: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from blobs where organization_id = ${organizationId} and sha256 in (
    select sha256 from blobs where organization_id = ${organizationId} limit ${max})`.execute(tx);
  return Number(numAffectedRows);
}
