import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

/**
 * Marks accounts (a condition on source_accounts) as removed: they are hidden at once, their secrets are gone, and
 * their runs write nothing any longer. Their rows are deleted later. The same account can be connected again at once.
 */
export async function markRemoved(tx: Executor, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`update source_accounts set removed_at = now(), removal_total = files,
      status = 'disconnected', secrets = null, problem = null, next_sync_at = null, run_token = run_token + 1,
      remote_user_id = remote_user_id || ' removed ' || id
    where removed_at is null and ${which} returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** An account that is being removed, locked until the transaction ends; undefined if it is gone. */
export async function lockRemoved(tx: Executor, id: string): Promise<{ id: string; user_id: string } | undefined> {
  const { rows } = await sql<{ id: string; user_id: string }>`select id, user_id from source_accounts
    where id = ${id} and removed_at is not null for update`.execute(tx);
  return rows[0];
}

/** The next account of a member or an organization that is being removed. */
export async function findRemoved(
  tx: Executor,
  { organizationId, userId }: { organizationId: string; userId?: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from source_accounts
    where organization_id = ${organizationId} and removed_at is not null
      ${userId === undefined ? sql`` : sql`and user_id = ${userId}`} order by id limit 1`.execute(tx);
  return rows[0]?.id;
}

/** Deletes the account for good, with the little that is left of it. */
export async function eraseAccount(tx: Executor, id: string): Promise<void> {
  await sql`delete from source_accounts where id = ${id}`.execute(tx);
}
