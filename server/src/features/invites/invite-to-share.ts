import type { Executor } from '../../db/pool.ts';
import type { Member } from '../../http/viewer.ts';
import { sendMails } from '../../jobs/send-mail.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/index.ts';
import type { lockAs } from '../organizations/index.ts';
import { checkSeats, invitationOf, seatsTaken, sharedLetter } from './invite.ts';
import { type GuestInvitation, revokeForSharing, upsertForSharing } from './invites.queries.ts';

/** As guests, in a transaction of the caller's under the organization's lock, by somebody who may; the caller mails them. */
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

/** Each learns who shares what, and gets the link of their invitation. */
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

/** What it was made for is no longer shared: the person is not invited any more, unless they are for another reason. */
export async function endInvitationToShare(
  tx: Executor,
  viewer: Member,
  invitation: { id: string; email: string },
): Promise<void> {
  if (await revokeForSharing(tx, viewer.membership.organizationId, invitation.id))
    await audit(tx, viewer, { action: 'invitation_revoked', object: invitationOf(invitation) });
}
