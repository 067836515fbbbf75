import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { addToCounts } from '../sources/index.ts';

/** Whether an account has no more documents than this. */
export async function hasFewDocuments(tx: Executor, accountIds: readonly string[], most: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
      select 1 from documents where account_id = any(${[...accountIds]}::uuid[]) limit ${most + 1}) few`.execute(tx);
  return rows[0]!.count <= most;
}

/** So many of the documents of an account that is being removed go, with all about them. Answers how many, and of them the files. */
export async function deleteDocumentBatch(
  tx: Executor,
  accountId: string,
  most: number,
): Promise<{ documents: number; files: number }> {
  const { rows } = await sql<{ documents: number; files: number; bytes: number }>`with gone as (
      delete from documents where id in (
        select id from documents where account_id = ${accountId} order by remote_id limit ${most})
      returning kind, deleted_at, stored_size)
    select count(*) as documents, count(*) filter (where kind <> 'folder' and deleted_at is null) as files,
      coalesce(sum(stored_size), 0)::bigint as bytes from gone`.execute(tx);
  const { documents, files, bytes } = rows[0]!;
  await addToCounts(tx, accountId, { files: -files, bytes: -bytes });
  return { documents, files };
}
