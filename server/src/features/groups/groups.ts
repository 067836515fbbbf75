import { type Group, limits } from '@sheaf/contract';
import { sql } from 'kysely';
import { paged } from '../../db/paging.ts';
import type { Executor } from '../../db/pool.ts';
import { AppError, isUniqueViolation, notFound, wrongField } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { jobType } from '../../jobs/queue.ts';
import { onSlicedJob } from '../../jobs/sliced.ts';
import { newId } from '../../platform/uuid.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/index.ts';
import { lockAs } from '../organizations/index.ts';
import {
  countGroups,
  findGroup,
  findOverfullMember,
  insertGroup,
  listGroups,
  type Search,
  setDeleted,
  setName,
} from './groups.queries.ts';

export async function pageOfGroups({ db }: Services, { membership: { organizationId } }: Member, query: Search) {
  const list = (page: Search) => listGroups(db, organizationId, page);
  return paged(
    query,
    await list(query),
    ({ id, name, everyone, members }): Group => ({ id, name, everyone, members }),
    async () => (await list({ ...query, page: 1, per_page: 1 }))[0]?.total ?? 0,
  );
}

/** Locks a group that can be changed, under the organization's lock, so that limits hold for concurrent requests. */
export async function lockGroup(
  tx: Executor,
  viewer: Member,
  id: string,
  state: 'in use' | 'deleted' = 'in use',
): Promise<Group> {
  const organization = await lockAs(tx, viewer, 'groups.manage');
  const group = await findGroup(tx, organization.id, id, state);
  if (!group) throw notFound('This group');
  if (group.everyone) throw new AppError('conflict', `“${group.name}” can’t be changed.`);
  return group;
}

export async function createGroup({ db }: Services, viewer: Member, name: string): Promise<Group> {
  const id = newId();
  return uniquely(
    db.transaction().execute(async (tx) => {
      const organization = await lockAs(tx, viewer, 'groups.manage');
      await refuseTooMany(tx, organization.id);
      await insertGroup(tx, organization.id, id, name);
      await audit(tx, viewer, { action: 'group_created', object: { kind: 'group', id, name } });
      return (await findGroup(tx, organization.id, id))!;
    }),
  );
}

export async function renameGroup({ db }: Services, viewer: Member, id: string, name: string): Promise<Group> {
  return uniquely(
    db.transaction().execute(async (tx) => {
      const group = await lockGroup(tx, viewer, id);
      await setName(tx, id, name);
      await audit(tx, viewer, { action: 'group_renamed', object: groupObject(group), details: { name } });
      return { ...group, name };
    }),
  );
}

/**
 * From the next request on, no one sees anything through the group. Its shares stay for a day in case it is restored.
 */
export async function deleteGroup({ db }: Services, viewer: Member, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const group = await lockGroup(tx, viewer, id);
    await setDeleted(tx, id, new Date());
    await audit(tx, viewer, { action: 'group_deleted', object: groupObject(group) });
  });
}

export async function restoreGroup({ db }: Services, viewer: Member, id: string): Promise<Group> {
  return uniquely(
    db.transaction().execute(async (tx) => {
      const group = await lockGroup(tx, viewer, id, 'deleted');
      await refuseTooMany(tx, viewer.membership.organizationId);
      await setDeleted(tx, id, null);
      await refuseOverfull(tx, id);
      await audit(tx, viewer, { action: 'group_restored', object: groupObject(group) });
      return group;
    }),
  );
}

export const groupObject = ({ id, name }: Group) => ({ kind: 'group' as const, id, name });

async function refuseTooMany(tx: Executor, organizationId: string): Promise<void> {
  if ((await countGroups(tx, organizationId)) >= limits.groups)
    throw new AppError('conflict', `A workspace can have up to ${limits.groups} groups.`);
}

/** Every list is put together from all groups of the viewer, so their number is limited. */
export async function refuseOverfull(tx: Executor, id: string): Promise<void> {
  const name = await findOverfullMember(tx, id, limits.groupsEach);
  if (name !== undefined) throw new AppError('conflict', `${name} is already in ${limits.groupsEach} groups.`);
}

const uniquely = <T>(write: Promise<T>): Promise<T> =>
  write.catch((error) => {
    throw isUniqueViolation(error) ? wrongField('name', 'There’s already a group with this name') : error;
  });

/**
 * Hourly: deletes groups that were deleted a day ago and can no longer be restored, once the shares with them are gone
 * (`endSharesOfDeletedGroups`).
 */
export const deleteExpiredGroups = onSlicedJob(
  jobType<object>('groups.forget-deleted'),
  async ({ db }) => {
    const { numAffectedRows } = await sql`delete from groups where id in (select g.id from groups g
      where g.deleted_at < now() - interval '1 day'
        and not exists (select 1 from document_shares s where s.organization_id = g.organization_id and s.principal_id = g.id)
      limit 100)`.execute(db);
    return numAffectedRows !== 0n;
  },
  '49 * * * *',
);
