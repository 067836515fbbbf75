import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { addToCounts } from '../sources/index.ts';

/** Whether accounts have no more documents than this. */
export async function hasFewDocuments(tx: Executor, accountIds: readonly string[], max: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
      select 1 from documents where account_id = any(${[...accountIds]}::uuid[]) limit ${max + 1}) few`.execute(tx);
  return rows[0]!.count <= max;
}

/**
 * Deletes up to `max` documents of an account that is being removed, with everything about them. Returns how many, and
 * how many of them were files.
 */
export async function deleteDocumentBatch(
  tx: Executor,
  accountId: string,
  max: number,
): Promise<{ documents: number; files: number }> {
  const { rows } = await sql<{ documents: number; files: number; bytes: number }>`with gone as (
      delete from documents where id in (
        select id from documents where account_id = ${accountId} order by remote_id limit ${max})
      returning kind, deleted_at, stored_size)
    select count(*) as documents, count(*) filter (where kind <> 'folder' and deleted_at is null) as files,
      coalesce(sum(stored_size), 0)::bigint as bytes from gone`.execute(tx);
  const { documents, files, bytes } = rows[0]!;
  await addToCounts(tx, accountId, { files: -files, bytes: -bytes });
  return { documents, files };
}
