import type { InviteRequest } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { notFound } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/index.ts';
import { inviteGuests, limitMails, mailInvited, membersAmong } from '../invites/index.ts';
import { notify } from '../notifications/index.ts';
import { lockAs } from '../organizations/index.ts';
import {
  deleteRequest,
  dropOthers,
  findRequest,
  listRequests,
  lockRequest,
  markDeclined,
  movePending,
  type OpenRequest,
  shareRequested,
} from '../pending-shares/index.ts';
import { namesOf, settleRequest } from './managers.ts';

const what = 'This request';

export const openRequests = ({ db }: Services, { membership }: Member): Promise<InviteRequest[]> =>
  listRequests(db, membership.organizationId);

/** Invites as guest and shares what is still the requester's; notifies the requester. */
export async function approveRequest(services: Services, viewer: Member, id: string): Promise<void> {
  const { organizationId } = viewer.membership;
  const request = await findRequest(services.db, organizationId, id);
  if (!request) throw notFound(what);
  await limitMails(services, viewer, [request.email]);
  await services.db.transaction().execute(async (tx) => {
    const organization = await lockAs(tx, viewer, 'invites.manage');
    const locked = await lockRequest(tx, organizationId, id);
    if (!locked) throw notFound(what);
    const documentIds = await dropOthers(tx, id);
    if (documentIds.length === 0) throw notFound(what);
    const [member] = await membersAmong(tx, organizationId, [locked.email]);
    if (member) await shareRequested(tx, organizationId, { id: member.id, requestId: id });
    else await invite(services, tx, organization, viewer, locked, documentIds);
    await audit(tx, viewer, {
      action: 'invitation_approved',
      object: { kind: 'invitation', id, name: locked.email },
      details: { requester: locked.name },
    });
    await notifyRequester(tx, viewer, locked, member ? 'joined' : 'invited', documentIds);
    await deleteRequest(tx, id);
    await settleRequest(tx, organizationId, id);
  });
}

async function invite(
  services: Services,
  tx: Executor,
  organization: Awaited<ReturnType<typeof lockAs>>,
  viewer: Member,
  request: OpenRequest,
  documentIds: readonly string[],
): Promise<void> {
  const [invitation] = await inviteGuests(services, tx, organization, viewer, [request.email]);
  await movePending(tx, request.id, invitation!.id);
  const documents = [...(await namesOf(tx, documentIds)).values()];
  await mailInvited(services, tx, organization, [{ invitation: invitation!, by: request.name, documents }]);
}

/** Notifies the requester, who also sees it in the share dialog. */
export async function declineRequest({ db }: Services, viewer: Member, id: string): Promise<void> {
  const { organizationId } = viewer.membership;
  await db.transaction().execute(async (tx) => {
    await lockAs(tx, viewer, 'invites.manage');
    const request = await lockRequest(tx, organizationId, id);
    if (!request) throw notFound(what);
    await markDeclined(tx, id);
    await settleRequest(tx, organizationId, id);
    await notifyRequester(tx, viewer, request, 'declined', await dropOthers(tx, id));
    await audit(tx, viewer, {
      action: 'invitation_declined',
      object: { kind: 'invitation', id, name: request.email },
    });
  });
}

/** Notifies the requester of the decision, unless it was their own. */
async function notifyRequester(
  tx: Executor,
  viewer: Member,
  { id, user_id, email }: OpenRequest,
  answer: 'invited' | 'joined' | 'declined',
  documentIds: readonly string[],
): Promise<void> {
  if (user_id === viewer.id) return;
  const { rows } = await sql<{
    id: string;
    name: string;
    isFolder: boolean;
  }>`select id, name, kind = 'folder' as "isFolder"
    from documents where id = any(${[...documentIds]}::uuid[]) order by name_key, id limit 1`.execute(tx);
  await notify(tx, {
    kind: 'invite_answered',
    organizationId: viewer.membership.organizationId,
    userId: user_id,
    subject: id,
    actorId: viewer.id,
    data: { email, answer, document: rows[0] ?? null, more: Math.max(0, documentIds.length - 1) },
  });
}
