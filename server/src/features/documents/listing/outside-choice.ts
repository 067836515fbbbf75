import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';

/** Documents of an account outside the chosen folders. */
const outside = (accountId: string, roots: readonly string[]) => sql`with recursive inside as (
    select id, remote_id from documents where account_id = ${accountId} and remote_id = any(${[...roots]})
    union
    select d.id, d.remote_id from documents d join inside i on d.account_id = ${accountId} and d.parent_remote_id = i.remote_id
  ), leaving as (select d.id from documents d where d.account_id = ${accountId} and d.id not in (select id from inside))`;

export async function countOutside(db: Executor, accountId: string, roots: readonly string[]): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`${outside(accountId, roots)} select count(*) as count from leaving`.execute(db);
  return rows[0]!.count;
}

export async function deleteOutside(db: Executor, { id }: { id: string }, roots: readonly string[]): Promise<void> {
  await sql`${outside(id, roots)} delete from documents where id in (select id from leaving)`.execute(db);
}
