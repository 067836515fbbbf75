import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

/** Makes this member the owner of all documents of these accounts, like the accounts themselves. */
export async function giveDocumentsTo(tx: Executor, userId: string, accountIds: readonly string[]): Promise<void> {
  await sql`update documents set owner_id = ${userId} where account_id = any(${[...accountIds]}::uuid[])`.execute(tx);
}

/**
 * Gives the next documents of an account to its current owner, with their places in that member's lists. Returns the
 * last one, to resume from, and how many were files; null if there are no more. People with a share see them without
 * interruption.
 */
export async function giveSomeDocuments(
  tx: Executor,
  accountId: string,
  after: string,
  max: number,
): Promise<{ last: string; files: number } | null> {
  const { rows } = await sql<{ last: string | null; files: number }>`with account as (
      select id, user_id from source_accounts where id = ${accountId} and removed_at is null for no key update
    ), next as materialized (
      select d.id, d.remote_id, d.kind from account join documents d on d.account_id = account.id
      where d.remote_id > ${after} order by d.remote_id limit ${max}
    ), given as (
      update documents d set owner_id = account.user_id from account, next
      where d.id = next.id and d.owner_id <> account.user_id
    )
    select max(remote_id) as last, count(*) filter (where kind <> 'folder') as files from next`.execute(tx);
  const { last, files } = rows[0]!;
  return last === null ? null : { last, files };
}
