import { type Member, mayManage, type Role } from '@sheaf/contract';
import { type PageOf, paged } from '../../db/paging.ts';
import type { Executor } from '../../db/pool.ts';
import { AppError, notFound, wrongField } from '../../errors.ts';
import type { Member as MemberViewer } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { lockAs } from '../organizations/index.ts';
import { countContent, handOverContent } from './member-content.ts';
import { presentMember } from './members.present.ts';
import {
  countMembers,
  countOwners,
  deleteMembership,
  findMember,
  listMembers,
  lockMembership,
  setRole,
} from './members.queries.ts';

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
export async function changeRole({ db }: Services, viewer: MemberViewer, userId: string, role: Role): Promise<Member> {
  return db.transaction().execute(async (tx) => {
    const { id, role: mine } = await lockAs(tx, viewer, 'members.manage');
    const member = await manageable(tx, id, mine, userId);
    if (role === 'owner') {
      if (mine !== 'owner') throw new AppError('forbidden', 'Only an owner can make somebody an owner.');
      needsVerified(member);
    }
    await setRole(tx, id, userId, role);
    await keepAnOwner(tx, id);
    return presentMember({ ...member, role });
  });
}

export async function removeMember(
  { db }: Services,
  viewer: MemberViewer,
  userId: string,
  handling: Handling,
): Promise<void> {
  if (userId === viewer.id) throw new AppError('conflict', 'To go yourself, leave the workspace.');
  await db.transaction().execute(async (tx) => {
    const { id, role } = await lockAs(tx, viewer, 'members.manage');
    await manageable(tx, id, role, userId);
    await takeOut(tx, id, userId, handling);
  });
}

export async function leave({ db }: Services, viewer: MemberViewer, handling: Handling): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { id } = await lockAs(tx, viewer, 'workspace.leave');
    await takeOut(tx, id, viewer.id, handling);
  });
}

/** The other becomes an owner, oneself an admin. */
export async function handOwnershipOver({ db }: Services, viewer: MemberViewer, userId: string): Promise<void> {
  if (userId === viewer.id) throw wrongField('user_id', 'Choose another member');
  await db.transaction().execute(async (tx) => {
    const { id } = await lockAs(tx, viewer, 'workspace.hand-over');
    const heir = await findMember(tx, id, userId);
    if (!heir) throw notFound('This member');
    needsVerified(heir);
    await setRole(tx, id, userId, 'owner');
    await setRole(tx, id, viewer.id, 'admin');
  });
}

/** An owner who cannot sign in further than the verification page would be none. */
function needsVerified({ name, email_verified_at }: { name: string; email_verified_at: Date | null }): void {
  if (!email_verified_at) throw new AppError('conflict', `${name} has not verified their e-mail address yet.`);
}

async function takeOut(tx: Executor, organizationId: string, userId: string, handling: Handling): Promise<void> {
  // Whatever the leaving member creates meanwhile waits, and then finds the membership gone.
  await lockMembership(tx, organizationId, userId);
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
