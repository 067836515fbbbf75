import type { Role } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';
import { requestReconcile } from '../plans/index.ts';

export async function insertMembership(
  tx: Executor,
  organizationId: string,
  userId: string,
  role: Role,
): Promise<void> {
  await tx
    .insertInto('memberships')
    .values({ organization_id: organizationId, user_id: userId, role })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (await isBeingRemoved(tx, organizationId, userId))
    throw new AppError(
      'conflict',
      'You were removed from this workspace a moment ago, and your files are still being removed. Try again in a few minutes.',
    );
  await requestReconcile(tx, organizationId, 'members-changed');
}

export async function setRole(tx: Executor, organizationId: string, userId: string, role: Role): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ role })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
}

/** Also deletes the person's labels and collections here, unless they were given to another member before. */
export async function deleteMembership(tx: Executor, organizationId: string, userId: string): Promise<void> {
  await tx
    .deleteFrom('memberships')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
  await requestReconcile(tx, organizationId, 'members-changed');
}

/** Ends the membership; the row stays until all data of the person is deleted. */
export async function markMemberRemoved(tx: Executor, organizationId: string, userId: string): Promise<void> {
  await sql`update membership_rows set removed_at = now()
    where organization_id = ${organizationId} and user_id = ${userId}`.execute(tx);
  await requestReconcile(tx, organizationId, 'members-changed');
}

/** Deletes the row of a removed member. */
export async function eraseMembership(tx: Executor, organizationId: string, userId: string): Promise<void> {
  await sql`delete from membership_rows
    where organization_id = ${organizationId} and user_id = ${userId} and removed_at is not null`.execute(tx);
}

async function isBeingRemoved(tx: Executor, organizationId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`select from membership_rows
    where organization_id = ${organizationId} and user_id = ${userId} and removed_at is not null`.execute(tx);
  return rows.length > 0;
}

export async function noteMemberSeen(db: Executor, organizationId: string, userId: string): Promise<void> {
  await sql`update memberships set last_seen_at = now()
    where organization_id = ${organizationId} and user_id = ${userId}`.execute(db);
}
