import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

/** So many contents of an organisation that goes and has no documents any more, with their texts and pictures. Answers how many. */
export async function deleteBlobBatch(tx: Executor, organizationId: string, most: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from blobs where organization_id = ${organizationId} and sha256 in (
    select sha256 from blobs where organization_id = ${organizationId} limit ${most})`.execute(tx);
  return Number(numAffectedRows);
}
