import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

/**
 * Implements `AccountContext.plannedId`. Plans older than a week are deleted: by then everything created under them is
 * found by its name.
 */
export async function plannedId(
  db: Executor,
  accountId: string,
  key: string,
  propose: () => Promise<string>,
  usedUp?: string,
): Promise<string> {
  const known = await db
    .selectFrom('planned_ids')
    .select('id')
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (known && known.id !== usedUp) return known.id;
  const proposed = await propose();
  await sql`delete from planned_ids where account_id = ${accountId} and key <> ${key}
    and planned_at < now() - interval '7 days'`.execute(db);
  // If several plan at once, all use the first id.
  const { rows } = await sql<{ id: string }>`
    insert into planned_ids as p (account_id, key, id) values (${accountId}, ${key}, ${proposed})
    on conflict (account_id, key) do update set planned_at = now(),
      id = case when p.id = ${usedUp ?? ''} then excluded.id else p.id end
    returning id`.execute(db);
  return rows[0]!.id;
}
