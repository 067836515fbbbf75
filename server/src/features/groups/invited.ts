import { limits } from '@sheaf/contract';
import type { Executor } from '../../db/pool.ts';
import { mustFindAll } from '../../errors.ts';
import { groupsAmong, insertIntoGroups } from './groups.queries.ts';

/** Groups of the organisation that people can be added to: the one of everyone needs no adding. */
export async function mustBeGroups(tx: Executor, organizationId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  mustFindAll(ids, await groupsAmong(tx, organizationId, ids), { one: 'group', many: 'groups', field: 'group_ids' });
}

/**
 * For somebody who has just joined, under the organisation's lock. A group that was deleted or has become full since they were
 * invited is passed over: it must not keep them out of the workspace.
 */
export async function joinGroups(
  tx: Executor,
  organizationId: string,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await insertIntoGroups(tx, organizationId, userId, ids, limits.groupMembers);
}
