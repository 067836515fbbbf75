import { type Member, mayManage, type Role } from '@sheaf/contract';
import { type PageOf, paged } from '../../db/paging.ts';
import type { Executor } from '../../db/pool.ts';
import { AppError, notFound, wrongField } from '../../errors.ts';
import type { Member as MemberViewer } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/index.ts';
import { lockAs, setRole } from '../organizations/index.ts';
import { countContent } from './member-content.ts';
import { presentMember } from './members.present.ts';
import { countMembers, findMember, listMembers } from './members.queries.ts';
import { type Handling, keepAnOwner, takeOut } from './take-out.ts';

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

/** Locks the organization, so that concurrent requests can't leave it without an owner. */
export async function changeRole({ db }: Services, viewer: MemberViewer, userId: string, role: Role): Promise<Member> {
  return db.transaction().execute(async (tx) => {
    const { id, role: mine } = await lockAs(tx, viewer, 'members.manage');
    const member = await manageable(tx, id, mine, userId);
    if (role === 'owner') {
      if (mine !== 'owner') throw new AppError('forbidden', 'Only an owner can make someone an owner.');
      needsVerified(member);
    }
    await setRole(tx, id, userId, role);
    await keepAnOwner(tx, id);
    await audit(tx, viewer, {
      action: 'role_changed',
      object: personOf(member),
      details: { from: member.role, to: role },
    });
    return presentMember({ ...member, role });
  });
}

export async function removeMember(
  { db }: Services,
  viewer: MemberViewer,
  userId: string,
  handling: Handling,
): Promise<void> {
  if (userId === viewer.id) throw new AppError('conflict', 'To remove yourself, leave the workspace.');
  await db.transaction().execute(async (tx) => {
    const { role, ...organization } = await lockAs(tx, viewer, 'members.manage');
    const member = await manageable(tx, organization.id, role, userId);
    await takeOut(tx, organization, member, handling, 'removed');
    await audit(tx, viewer, { action: 'member_removed', object: personOf(member), details: { role: member.role } });
  });
}

export async function leave({ db }: Services, viewer: MemberViewer, handling: Handling): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const organization = await lockAs(tx, viewer, 'workspace.leave');
    await takeOut(tx, organization, viewer, handling, 'left');
    await audit(tx, viewer, { action: 'member_left' });
  });
}

/** Makes the other person an owner and the viewer an admin. */
export async function transferOwnership({ db }: Services, viewer: MemberViewer, userId: string): Promise<void> {
  if (userId === viewer.id) throw wrongField('user_id', 'Choose another member');
  await db.transaction().execute(async (tx) => {
    const { id } = await lockAs(tx, viewer, 'workspace.hand-over');
    const heir = await findMember(tx, id, userId);
    if (!heir) throw notFound('This member');
    needsVerified(heir);
    await setRole(tx, id, userId, 'owner');
    await setRole(tx, id, viewer.id, 'admin');
    await audit(tx, viewer, { action: 'ownership_transferred', object: personOf(heir) });
  });
}

const personOf = ({ id, name }: { id: string; name: string }) => ({ kind: 'person' as const, id, name });

/** An owner without a verified address couldn't get past the verification page. */
function needsVerified({ name, email_verified_at }: { name: string; email_verified_at: Date | null }): void {
  if (!email_verified_at) throw new AppError('conflict', `${name} hasn’t verified their email yet.`);
}

/** Returns the member, if someone in this role may change them. */
async function manageable(db: Executor, organizationId: string, role: Role, userId: string) {
  const member = await findMember(db, organizationId, userId);
  if (!member) throw notFound('This member');
  if (!mayManage(role, member.role as Role))
    throw new AppError('forbidden', 'Only an owner can change or remove an owner.');
  return member;
}
