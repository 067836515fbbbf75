import { policy } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

/** How many are notified; the others find requests where they manage invitations. */
const maxTold = 100;

/** Who may invite people, owners first. */
export async function managersOf(tx: Executor, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select user_id as id from memberships
    where organization_id = ${organizationId} and role = any(${[...policy['invites.manage'].roles]}::text[])
    order by role = 'owner' desc, joined_at, user_id limit ${maxTold}`.execute(tx);
  return rows.map(({ id }) => id);
}
