import type { SharePermission } from '@sheaf/contract';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { audit } from '../audit/index.ts';
import { notifyAll } from '../notifications/index.ts';
import { addPending, upsertRequests } from '../pending-shares/index.ts';
import { managersOf, namedAmong, namesOf } from './managers.ts';

interface ToShare {
  document_ids: readonly string[];
  permission?: SharePermission | undefined;
}

/** Owners and admins are notified once of each address, and again if there is more to share. */
export async function askForInvitations(
  tx: Executor,
  viewer: Member,
  { document_ids, permission }: ToShare,
  emails: readonly string[],
): Promise<void> {
  const { organizationId } = viewer.membership;
  const requests = await upsertRequests(tx, { organizationId, userId: viewer.id }, emails);
  const declined = emails.find((one) => !requests.some(({ email }) => email === one));
  if (declined)
    throw new AppError('conflict', `Your request to invite ${declined} was declined. You can ask again in a week.`);
  const added = await addPending(
    tx,
    { by: 'request', ids: requests.map(({ id }) => id) },
    { organizationId, sharedBy: viewer.id, documentIds: document_ids, permission },
  );
  const names = await namesOf(tx, document_ids);
  const news = requests
    .filter(({ id }) => added.has(id))
    .map(({ id, email }) => ({ id, email, documents: namedAmong(names, added.get(id)!) }));
  await notifyAll(tx, {
    kind: 'invite_requested',
    organizationId,
    userIds: await managersOf(tx, organizationId),
    actorId: viewer.id,
    about: news.map(({ id, email, documents: [document = '', ...more] }) => ({
      subject: id,
      data: { email, document, more: more.length },
    })),
  });
  await audit(
    tx,
    viewer,
    news.map(({ id, email, documents }) => ({
      action: 'invitation_requested',
      object: { kind: 'invitation', id, name: email },
      details: { documents },
    })),
  );
}
