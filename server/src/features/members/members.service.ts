import { type Member, mayManage, type Role } from '@sheaf/contract';
import { type PageOf, paged } from '../../db/paging.ts';
import type { Executor } from '../../db/pool.ts';
import { AppError, notFound, wrongField } from '../../errors.ts';
import type { Member as MemberViewer } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { lockOrganization } from '../organizations/index.ts';
import { countContent, handOverContent } from './member-content.ts';
import { presentMember } from './members.present.ts';
import { countMembers, countOwners, deleteMembership, findMember, listMembers, setRole } from './members.queries.ts';

export interface Handling {
  content: 'hand_over' | 'delete';
  hand_over_to?: string;
}

export async function pageOfMembers(
  { db }: Services,
  { membership }: MemberViewer,
  query: PageOf & { search?: string },
) {
  const { organizationId } = membership;
  const rows = await listMembers(db, organizationId, query);
  return paged(query, rows, presentMember, () => countMembers(db, organizationId, query.search));
}

export async function contentOf({ db }: Services, { membership, id }: MemberViewer, userId: string) {
  const { organizationId, role } = membership;
  if (userId !== id) await manageable(db, organizationId, role, userId);
  return countContent(db, organizationId, userId);
}

/** One at a time per organisation, so that there is always an owner however requests race. */
export async function changeRole(
  { db }: Services,
  { membership }: MemberViewer,
  userId: string,
  role: Role,
): Promise<Member> {
  const { organizationId } = membership;
  return db.transaction().execute(async (tx) => {
    await lockOrganization(tx, organizationId);
    const member = await manageable(tx, organizationId, membership.role, userId);
    if (role === 'owner' && membership.role !== 'owner')
      throw new AppError('forbidden', 'Only an owner can make somebody an owner.');
    await setRole(tx, organizationId, userId, role);
    await keepAnOwner(tx, organizationId);
    return presentMember({ ...member, role });
  });
}

export async function removeMember(
  { db }: Services,
  { membership, id }: MemberViewer,
  userId: string,
  handling: Handling,
): Promise<void> {
  if (userId === id) throw new AppError('conflict', 'To go yourself, leave the workspace.');
  const { organizationId, role } = membership;
  await db.transaction().execute(async (tx) => {
    await lockOrganization(tx, organizationId);
    await manageable(tx, organizationId, role, userId);
    await takeOut(tx, organizationId, userId, handling);
  });
}

export async function leave({ db }: Services, { membership, id }: MemberViewer, handling: Handling): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOrganization(tx, membership.organizationId);
    await takeOut(tx, membership.organizationId, id, handling);
  });
}

/** The other becomes an owner, oneself an admin. */
export async function handOwnershipOver(
  { db }: Services,
  { membership, id }: MemberViewer,
  userId: string,
): Promise<void> {
  const { organizationId } = membership;
  if (userId === id) throw wrongField('user_id', 'Choose another member');
  await db.transaction().execute(async (tx) => {
    await lockOrganization(tx, organizationId);
    const me = await findMember(tx, organizationId, id);
    if (me?.role !== 'owner') throw new AppError('forbidden', 'You are no longer an owner of this workspace.');
    if (!(await findMember(tx, organizationId, userId))) throw notFound('This member');
    await setRole(tx, organizationId, userId, 'owner');
    await setRole(tx, organizationId, id, 'admin');
  });
}

async function takeOut(tx: Executor, organizationId: string, userId: string, handling: Handling): Promise<void> {
  if (handling.content === 'hand_over') {
    const heir = handling.hand_over_to;
    if (!heir || heir === userId || !(await findMember(tx, organizationId, heir))) {
      throw wrongField('hand_over_to', 'Choose a member who takes it over');
    }
    await handOverContent(tx, organizationId, userId, heir);
  }
  await deleteMembership(tx, organizationId, userId);
  await keepAnOwner(tx, organizationId);
}

/** The member, if somebody in this role may change them. */
async function manageable(db: Executor, organizationId: string, role: Role, userId: string) {
  const member = await findMember(db, organizationId, userId);
  if (!member) throw notFound('This member');
  if (!mayManage(role, member.role as Role))
    throw new AppError('forbidden', 'Only an owner can change or remove an owner.');
  return member;
}

async function keepAnOwner(tx: Executor, organizationId: string): Promise<void> {
  if ((await countOwners(tx, organizationId)) === 0) {
    throw new AppError('last_owner', 'A workspace needs an owner. Hand it over to another member first.');
  }
}
