import { limits } from '@sheaf/contract';
import type { Executor } from '../../db/pool.ts';
import { mustFindAll } from '../../errors.ts';
import { groupsAmong, insertIntoGroups } from './groups.queries.ts';

/** Checks that these are groups of the organization that people can be added to. Everyone has no members to add. */
export async function mustBeGroups(tx: Executor, organizationId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  mustFindAll(ids, await groupsAmong(tx, organizationId, ids), { one: 'group', many: 'groups', field: 'group_ids' });
}

/**
 * Adds someone who has just joined, under the organization's lock. Skips groups that were deleted or filled up since
 * the invitation, so that these can't keep the person out of the workspace.
 */
export async function joinGroups(
  tx: Executor,
  organizationId: string,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await insertIntoGroups(tx, organizationId, userId, ids, limits.groupMembers);
}
