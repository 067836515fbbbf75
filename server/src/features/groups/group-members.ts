import { type Group, limits, type Member as WireMember } from '@sheaf/contract';
import { sql } from 'kysely';
import { paged } from '../../db/paging.ts';
import type { Executor } from '../../db/pool.ts';
import { AppError, mustFindAll, notFound } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { audit, inLists } from '../audit/index.ts';
import { presentMember } from '../members/index.ts';
import {
  deleteGroupMembers,
  findGroup,
  insertGroupMembers,
  listGroupMembers,
  peopleAmong,
  type Search,
} from './groups.queries.ts';
import { groupObject, lockGroup, refuseOverfull } from './groups.ts';

export async function pageOfGroupMembers({ db }: Services, viewer: Member, id: string, query: Search) {
  const { organizationId } = viewer.membership;
  const group = await findGroup(db, organizationId, id);
  if (!group) throw notFound('This group');
  const list = (page: Search) => listGroupMembers(db, organizationId, group, page);
  return paged(
    query,
    await list(query),
    (row): WireMember => presentMember(row),
    async () => (await list({ ...query, page: 1, per_page: 1 }))[0]?.total ?? 0,
  );
}

/** Replaces all members of the group. */
export const setMembers = ({ db }: Services, viewer: Member, id: string, userIds: readonly string[]): Promise<Group> =>
  db.transaction().execute(async (tx) => {
    const group = await lockGroup(tx, viewer, id);
    const removed = await deleteGroupMembers(tx, id, sql`user_id <> all(${[...userIds]}::uuid[])`);
    await auditChange(tx, viewer, group, 'removed', removed);
    return add(tx, viewer, group, userIds);
  });

export const addMembers = ({ db }: Services, viewer: Member, id: string, userIds: readonly string[]): Promise<Group> =>
  db.transaction().execute(async (tx) => {
    const group = await lockGroup(tx, viewer, id);
    return add(tx, viewer, group, userIds);
  });

async function add(tx: Executor, viewer: Member, before: Group, userIds: readonly string[]): Promise<Group> {
  const { organizationId } = viewer.membership;
  const { id } = before;
  const found = await peopleAmong(tx, organizationId, userIds);
  mustFindAll(userIds, found, { one: 'person', many: 'people', field: 'user_ids' });
  const added = await insertGroupMembers(tx, organizationId, id, userIds);
  await auditChange(tx, viewer, before, 'added', added);
  const group = (await findGroup(tx, organizationId, id))!;
  if (group.members > limits.groupMembers)
    throw new AppError('conflict', `A group can have up to ${limits.groupMembers.toLocaleString('en-US')} people.`);
  await refuseOverfull(tx, id);
  return group;
}

export const removeMember = ({ db }: Services, viewer: Member, id: string, userId: string): Promise<Group> =>
  db.transaction().execute(async (tx) => {
    const group = await lockGroup(tx, viewer, id);
    const removed = await deleteGroupMembers(tx, id, sql`user_id = ${userId}`);
    if (removed.length === 0) throw notFound('This person');
    await auditChange(tx, viewer, group, 'removed', removed);
    return (await findGroup(tx, viewer.membership.organizationId, id))!;
  });

const auditChange = (tx: Executor, viewer: Member, group: Group, how: 'added' | 'removed', names: readonly string[]) =>
  audit(
    tx,
    viewer,
    inLists(names).map((some) => ({
      action: 'group_members_changed',
      object: groupObject(group),
      details: { [how]: some },
    })),
  );
