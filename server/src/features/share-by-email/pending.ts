import type { PendingShare } from '@sheaf/contract';
import { notFound } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/index.ts';
import { mustOwn } from '../documents/index.ts';
import { endInvitationToShare } from '../invites/index.ts';
import { lockAs } from '../organizations/index.ts';
import { deleteRequest, listPending, removePending } from '../pending-shares/index.ts';
import { settleRequest } from './managers.ts';

/** The document in the path, and further ones. */
interface About {
  documentId: string;
  also?: string[] | undefined;
}

const mineOf = ({ id, membership }: Member, { documentId, also = [] }: About) => ({
  organizationId: membership.organizationId,
  sharedBy: id,
  documentIds: [...new Set([documentId, ...also])],
});

const fieldOf = ({ also = [] }: About) => (also.length > 0 ? 'also' : undefined);

export async function pendingOf({ db }: Services, viewer: Member, about: About): Promise<PendingShare[]> {
  const mine = mineOf(viewer, about);
  await mustOwn(db, viewer, mine.documentIds, fieldOf(about));
  return listPending(db, mine);
}

/** An invitation or request made only for sharing ends with its last document. */
export async function stopSharing({ db }: Services, viewer: Member, id: string, about: About): Promise<void> {
  const mine = mineOf(viewer, about);
  await db.transaction().execute(async (tx) => {
    await lockAs(tx, viewer, 'documents.share');
    await mustOwn(tx, viewer, mine.documentIds, fieldOf(about));
    const removed = await removePending(tx, id, mine);
    if (!removed) throw notFound('This invitation');
    const { by, email, documents, isLast } = removed;
    await audit(
      tx,
      viewer,
      documents.map(({ id: document, name }) => ({
        action: 'unshared',
        object: { kind: 'document', id: document, name },
        details: { with: [email] },
      })),
    );
    if (!isLast) return;
    if (by === 'invitation') return endInvitationToShare(tx, viewer, { id, email });
    await deleteRequest(tx, id);
    await settleRequest(tx, viewer.membership.organizationId, id);
  });
}
