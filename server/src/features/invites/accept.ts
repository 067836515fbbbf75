import type { Role, User } from '@sheaf/contract';
import type { Executor } from '../../db/pool.ts';
import { AppError, isUniqueViolation } from '../../errors.ts';
import type { Client } from '../../http/client.ts';
import type { Viewer } from '../../http/viewer.ts';
import { throttle, wideNetwork } from '../../platform/limits/index.ts';
import type { Services } from '../../services.ts';
import { type Actor, auditIn } from '../audit/index.ts';
import { createAccount } from '../auth/index.ts';
import { joinGroups } from '../groups/index.ts';
import { notify } from '../notifications/index.ts';
import { insertMembership, lockOrganization } from '../organizations/index.ts';
import { sharePendingWith } from '../pending-shares/index.ts';
import { checkSeats, seatsTaken } from './invite.ts';
import { acceptInvitation, findInvitation } from './invites.queries.ts';
import { readSlug } from './slug.ts';

const tooMany = 'Too many attempts. Wait a few minutes, then try again.';

type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;

/** Returns the open invitation for a link. Throws an error for each other state. */
async function openInvitation(
  { db, keys }: Services,
  slug: string,
): Promise<Invitation & { channel: 'mail' | 'link' }> {
  const read = readSlug(keys, slug);
  const invitation = read && (await findInvitation(db, read.id));
  if (!read || !invitation) throw new AppError('not_found', 'Invitation not found. Check that the link is complete.');
  if (invitation.revoked_at || invitation.accepted_at || invitation.expires_at <= new Date()) throw refusal(invitation);
  return { ...invitation, channel: read.channel };
}

function refusal({ revoked_at, accepted_at }: Pick<Invitation, 'revoked_at' | 'accepted_at'>): AppError {
  if (revoked_at) return new AppError('invitation_revoked', 'This invitation was revoked. Ask for a new one.');
  if (accepted_at) return new AppError('invitation_used', 'This invitation has already been used. Sign in instead.');
  return new AppError('invitation_expired', 'This invitation has expired. Ask for a new one.');
}

export async function describeInvitation(services: Services, client: Client, slug: string) {
  const invitation = await openInvitation(services, slug).catch(async (error) => {
    // Limits only unknown links, since many invited people may share one network.
    if (error instanceof AppError && error.code === 'not_found')
      await throttle(services.db, `invitation ${client.network}`, { times: 300, seconds: 3600 }, tooMany);
    throw error;
  });
  // The inviter can copy this link and learn from it who has an account. The link in the mail is known only to its
  // reader.
  if (invitation.channel === 'link' && invitation.account !== null)
    await throttle(services.db, `invited ${wideNetwork(client.ip)}`, { times: 60, seconds: 3600 }, tooMany);
  return {
    organization: { id: invitation.organization_id, name: invitation.organization },
    email: invitation.email,
    role: invitation.role as Role,
    inviter: invitation.inviter ? { name: invitation.inviter } : null,
    has_account: invitation.account !== null,
  };
}

/** For people with an account who are signed in with the invited address. */
export async function acceptSignedIn(
  services: Services,
  viewer: Viewer,
  slug: string,
): Promise<{ organization_id: string }> {
  const invitation = await openInvitation(services, slug);
  if (invitation.email.toLowerCase() !== viewer.email.toLowerCase()) {
    throw new AppError(
      'wrong_account',
      `This invitation is for ${invitation.email}, but you’re signed in as ${viewer.email}.`,
    );
  }
  await services.db.transaction().execute((tx) => join(services, tx, invitation, viewer));
  return { organization_id: invitation.organization_id };
}

/** Creates account and membership in one transaction. Not limited by how many others from the same network join. */
export async function acceptAsNewcomer(
  services: Services,
  client: Client,
  slug: string,
  person: { name: string; password: string },
): Promise<{ auth: { token: string }; user: User }> {
  const invitation = await openInvitation(services, slug);
  const newcomer = { ...person, email: invitation.email, verified: invitation.channel === 'mail' };
  try {
    return await createAccount(services, client, newcomer, (tx, id) =>
      join(services, tx, invitation, { ...newcomer, id, from: client }),
    );
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('conflict', 'This email already has an account. Sign in to join.');
    throw error;
  }
}

/** Succeeds once, even with concurrent attempts. */
async function join(services: Services, tx: Executor, invitation: Invitation, newcomer: Actor): Promise<void> {
  const organization = await lockOrganization(tx, invitation.organization_id);
  if (organization.read_only && services.config.billing)
    throw new AppError('read_only', 'This workspace is read-only at the moment. Ask the person who invited you.');
  const before = await seatsTaken(tx, organization.id);
  const accepted = await acceptInvitation(tx, invitation.id);
  // It was used, revoked or has expired since the lookup. Throws the error for its new state.
  if (!accepted) throw refusal((await findInvitation(tx, invitation.id)) ?? invitation);
  await insertMembership(tx, organization.id, newcomer.id, accepted.role);
  await joinGroups(tx, organization.id, newcomer.id, accepted.groupIds);
  await checkSeats(services, tx, organization, before);
  await sharePendingWith(tx, organization.id, {
    id: newcomer.id,
    email: invitation.email,
    invitationId: invitation.id,
  });
  await auditIn(tx, organization.id, newcomer, { action: 'joined', details: { role: accepted.role } });
  if (accepted.invitedBy)
    await notify(tx, {
      kind: 'invitation_accepted',
      organizationId: organization.id,
      userId: accepted.invitedBy,
      subject: invitation.id,
      actorId: newcomer.id,
      data: { name: newcomer.name },
    });
}
