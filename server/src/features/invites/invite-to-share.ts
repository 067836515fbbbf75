import type { Executor } from '../../db/pool.ts';
import type { Member } from '../../http/viewer.ts';
import { sendMails } from '../../jobs/send-mail.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/index.ts';
import type { lockAs } from '../organizations/index.ts';
import { checkSeats, invitationOf, seatsTaken, sharedLetter } from './invite.ts';
import { type GuestInvitation, revokeForSharing, upsertForSharing } from './invites.queries.ts';

/**
 * Invites people as guests, in the caller's transaction and under the organization's lock. The caller checks the
 * permission and sends the mails.
 */
export async function inviteGuests(
  services: Services,
  tx: Executor,
  organization: Awaited<ReturnType<typeof lockAs>>,
  viewer: Member,
  emails: readonly string[],
): Promise<GuestInvitation[]> {
  const before = await seatsTaken(tx, organization.id);
  const made = await upsertForSharing(tx, { organizationId: organization.id, invitedBy: viewer.id }, emails);
  await checkSeats(services, tx, organization, before);
  await audit(
    tx,
    viewer,
    made
      .filter(({ is_new }) => is_new)
      .map((row) => ({ action: 'invited', object: invitationOf(row), details: { role: row.role } })),
  );
  return made;
}

/** Tells each of them who shares what, with the link of their invitation. */
export async function mailInvited(
  services: Services,
  tx: Executor,
  organization: { id: string; name: string },
  letters: readonly { invitation: Pick<GuestInvitation, 'id' | 'email' | 'role'>; by: string; documents: string[] }[],
): Promise<void> {
  await sendMails(
    tx,
    letters.map(({ invitation, ...shared }) => ({
      to: invitation.email,
      content: sharedLetter(services, organization.name, invitation, shared),
    })),
    organization.id,
  );
}

/** Revokes an invitation when what it was made for is no longer shared, unless there is another reason for it. */
export async function endInvitationToShare(
  tx: Executor,
  viewer: Member,
  invitation: { id: string; email: string },
): Promise<void> {
  if (await revokeForSharing(tx, viewer.membership.organizationId, invitation.id))
    await audit(tx, viewer, { action: 'invitation_revoked', object: invitationOf(invitation) });
}
