import type { InvitableRole, Invite, Role } from '@sheaf/contract';
import { type PageOf, paged } from '../../db/paging.ts';
import type { Executor } from '../../db/pool.ts';
import { notFound, wrongField } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { sendMail, sendMails } from '../../jobs/send-mail.ts';
import { throttle } from '../../platform/limits/index.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/index.ts';
import { mustBeGroups } from '../groups/index.ts';
import { countSeats } from '../members/index.ts';
import { lockAs } from '../organizations/index.ts';
import { dropPendingOf, offeredWith } from '../pending-shares/index.ts';
import { limitReached, limitsOf } from '../plans/index.ts';
import { invitationMail, sharedInvitationMail } from './invites.mails.ts';
import {
  countInvitations,
  listInvitations,
  membersAmong,
  openInvitations,
  renewInvitation,
  revokeInvitation,
  upsertInvitations,
} from './invites.queries.ts';
import { slugOf } from './slug.ts';

type Row = Awaited<ReturnType<typeof openInvitations>>[number];

const linkTo = (services: Services, id: string, channel: 'mail' | 'link') =>
  `${services.config.publicUrl}/accept-member-invite/${slugOf(services.keys, id, channel)}`;

const present = (services: Services, row: Row): Invite => ({
  id: row.id,
  email: row.email,
  role: row.role as InvitableRole,
  groups: row.groups,
  inviter: row.inviter ? { name: row.inviter } : null,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  expired: row.expires_at <= new Date(),
  link: linkTo(services, row.id, 'link'),
});

export async function pageOfInvitations(
  services: Services,
  { membership }: Member,
  query: PageOf & { search?: string },
) {
  const { db } = services;
  const { organizationId } = membership;
  const rows = await listInvitations(db, organizationId, query);
  return paged(
    query,
    rows,
    (row) => present(services, row),
    () => countInvitations(db, organizationId, query.search),
  );
}

/** Invites all of the addresses or none. Mails are sent with the commit. */
export async function invite(
  services: Services,
  viewer: Member,
  emails: string[],
  { role, groupIds }: { role: InvitableRole; groupIds: string[] },
): Promise<Invite[]> {
  const { organizationId } = viewer.membership;
  const addresses = [...new Set(emails)];
  await limitMails(services, viewer, addresses);
  return services.db.transaction().execute(async (tx) => {
    const organization = await lockAs(tx, viewer, 'invites.manage');
    const [already] = await membersAmong(tx, organizationId, addresses);
    if (already) throw wrongField('emails', `${already.email} is already a member`);
    await mustBeGroups(tx, organizationId, groupIds);
    const before = await seatsTaken(tx, organizationId);
    const made = await upsertInvitations(tx, { organizationId, role, groupIds, invitedBy: viewer.id }, addresses);
    await checkSeats(services, tx, organization, before);
    const letters = made.map(({ id, email }) => ({
      to: email,
      content: letter(services, organization.name, viewer, role, id),
    }));
    await sendMails(tx, letters, organizationId);
    await audit(
      tx,
      viewer,
      made.map((row) => ({ action: 'invited', object: invitationOf(row), details: { role } })),
    );
    const rows = await openInvitations(
      tx,
      organizationId,
      made.map(({ id }) => id),
    );
    return rows.map((row) => present(services, row));
  });
}

export async function resendInvitation(services: Services, viewer: Member, id: string): Promise<Invite> {
  const { organizationId } = viewer.membership;
  return services.db.transaction().execute(async (tx) => {
    const organization = await lockAs(tx, viewer, 'invites.manage');
    const before = await seatsTaken(tx, organizationId);
    if (!(await renewInvitation(tx, organizationId, id))) throw notFound('This invitation');
    await checkSeats(services, tx, organization, before);
    const row = (await openInvitations(tx, organizationId, [id]))[0]!;
    await limitMails({ ...services, db: tx }, viewer, [row.email]);
    const offered = await offeredWith(tx, id);
    const content = offered
      ? sharedLetter(services, organization.name, row, offered)
      : letter(services, organization.name, viewer, row.role, id);
    await sendMail(tx, row.email, content, organizationId);
    await audit(tx, viewer, { action: 'invitation_resent', object: invitationOf(row) });
    return present(services, row);
  });
}

export async function revoke({ db }: Services, viewer: Member, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const email = await revokeInvitation(tx, viewer.membership.organizationId, id);
    if (email === undefined) throw notFound('This invitation');
    await dropPendingOf(tx, id);
    await audit(tx, viewer, { action: 'invitation_revoked', object: invitationOf({ id, email }) });
  });
}

export const invitationOf = ({ id, email }: { id: string; email: string }) => ({
  kind: 'invitation' as const,
  id,
  name: email,
});

const letter = (services: Services, organization: string, viewer: Member, role: string, id: string) =>
  invitationMail({ organization, inviter: viewer.name, role, url: linkTo(services, id, 'mail') });

/** The same letter with what is shared, and by whom. */
export const sharedLetter = (
  services: Services,
  organization: string,
  { id, role }: { id: string; role: string },
  shared: { by: string; documents: readonly string[] },
) => sharedInvitationMail({ ...shared, organization, role, url: linkTo(services, id, 'mail') });

/** Prevents flooding mailboxes: limits mails per person and day, and per address and hour. */
export async function limitMails(
  { db }: Pick<Services, 'db'>,
  viewer: Pick<Member, 'id'>,
  emails: readonly string[],
): Promise<void> {
  const wait = 'Too many invitations were sent. Try again later.';
  await throttle(db, `invite ${viewer.id}`, { times: 500, seconds: 86_400 }, wait, emails.length);
  for (const email of emails)
    await throttle(
      db,
      `invite-to ${email}`,
      { times: 10, seconds: 3600 },
      `${email} was invited too often. Try again later.`,
    );
}

/**
 * Counts open invitations as members. Requires the organization's lock, so that only one request can take the last
 * seat.
 */
export async function checkSeats(
  services: Pick<Services, 'config'>,
  tx: Executor,
  { id, plan, role }: { id: string; plan: string; role?: Role },
  /** The number of used seats to show, since the rest is rolled back. */
  takenBefore: number,
): Promise<void> {
  const allowed = limitsOf(services, plan).members;
  if (allowed === null || (await seatsTaken(tx, id)) <= allowed) return;
  throw limitReached(services, { plan, limit: 'members', used: takenBefore, role });
}

export async function seatsTaken(tx: Executor, organizationId: string): Promise<number> {
  const { members, invited } = await countSeats(tx, organizationId);
  return members + invited;
}
