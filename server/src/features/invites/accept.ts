import type { Plan, Role, User } from '@sheaf/contract';
import type { Executor } from '../../db/pool.ts';
import { AppError, isUniqueViolation } from '../../errors.ts';
import type { Client } from '../../http/route.ts';
import type { Viewer } from '../../http/viewer.ts';
import { throttle } from '../../platform/throttle.ts';
import type { Services } from '../../services.ts';
import { createAccount } from '../auth/index.ts';
import { insertMembership } from '../members/index.ts';
import { lockOrganization } from '../organizations/index.ts';
import { checkSeats } from './invite.ts';
import { acceptInvitation, findInvitation } from './invites.queries.ts';
import { readSlug } from './slug.ts';

type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;

/** The open invitation behind a link; every other state says which it is. */
async function openInvitation(
  { db, keys }: Services,
  slug: string,
): Promise<Invitation & { channel: 'mail' | 'link' }> {
  const read = readSlug(keys, slug);
  const invitation = read && (await findInvitation(db, read.id));
  if (!read || !invitation)
    throw new AppError('not_found', 'This invitation does not exist. Check that the link is complete.');
  if (invitation.revoked_at || invitation.accepted_at || invitation.expires_at <= new Date()) throw refusal(invitation);
  return { ...invitation, channel: read.channel };
}

function refusal({ revoked_at, accepted_at }: Pick<Invitation, 'revoked_at' | 'accepted_at'>): AppError {
  if (revoked_at) return new AppError('invitation_revoked', 'This invitation was taken back. Ask for a new one.');
  if (accepted_at) return new AppError('invitation_used', 'This invitation has been used already. Sign in instead.');
  return new AppError('invitation_expired', 'This invitation has expired. Ask for a new one.');
}

export async function describeInvitation(services: Services, client: Client, slug: string) {
  await throttle(
    services.db,
    `invitation ${client.network}`,
    { times: 300, seconds: 3600 },
    'Too many tries. Please wait a little.',
  );
  const invitation = await openInvitation(services, slug);
  return {
    organization: { id: invitation.organization_id, name: invitation.organization },
    email: invitation.email,
    role: invitation.role as Role,
    inviter: invitation.inviter ? { name: invitation.inviter } : null,
    has_account: invitation.account !== null,
  };
}

/** For people who have an account: signed in with the invited address. */
export async function acceptSignedIn(
  services: Services,
  viewer: Viewer,
  slug: string,
): Promise<{ organization_id: string }> {
  const invitation = await openInvitation(services, slug);
  if (invitation.email.toLowerCase() !== viewer.email.toLowerCase()) {
    throw new AppError(
      'wrong_account',
      `This invitation is for ${invitation.email}, but you are signed in as ${viewer.email}.`,
    );
  }
  await services.db.transaction().execute((tx) => join(tx, invitation, viewer.id));
  return { organization_id: invitation.organization_id };
}

/** For newcomers: account and membership in one transaction. */
export async function acceptAsNewcomer(
  services: Services,
  client: Client,
  slug: string,
  person: { name: string; password: string },
): Promise<{ auth: { token: string }; user: User }> {
  const invitation = await openInvitation(services, slug);
  const newcomer = { ...person, email: invitation.email, verified: invitation.channel === 'mail' };
  try {
    return await createAccount(services, client, newcomer, (tx, userId) => join(tx, invitation, userId));
  } catch (error) {
    if (isUniqueViolation(error))
      throw new AppError('conflict', 'This address has an account already. Sign in to join.');
    throw error;
  }
}

/** Once, however many try at the same time. */
async function join(tx: Executor, invitation: Invitation, userId: string): Promise<void> {
  const organization = await lockOrganization(tx, invitation.organization_id);
  const role = await acceptInvitation(tx, invitation.id);
  // Since it was looked up it was used, revoked or expired: say which.
  if (!role) throw refusal((await findInvitation(tx, invitation.id)) ?? invitation);
  await insertMembership(tx, organization.id, userId, role);
  await checkSeats(tx, organization.id, organization.plan as Plan);
}
