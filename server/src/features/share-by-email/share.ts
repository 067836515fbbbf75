import { may, type SharedByEmail, type SharePermission } from '@sheaf/contract';
import type { Executor } from '../../db/pool.ts';
import { wrongField } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { throttle } from '../../platform/limits/index.ts';
import type { Services } from '../../services.ts';
import { audit, type Recorded } from '../audit/index.ts';
import { mustOwn } from '../documents/index.ts';
import {
  type GuestInvitation,
  inviteGuests,
  limitMails,
  mailInvited,
  membersAmong,
  validAmong,
} from '../invites/index.ts';
import { lockAs } from '../organizations/index.ts';
import { addPending } from '../pending-shares/index.ts';
import { shareWithin } from '../sharing/index.ts';
import { askForInvitations } from './ask.ts';
import { namedAmong, namesOf } from './managers.ts';

interface Asked {
  emails: string[];
  inviting_ids: string[];
  document_ids: string[];
  permission?: SharePermission | undefined;
}

/** The number of outside addresses a person may ask to invite in an hour. */
const ofOnePerson = { times: 50, seconds: 3600 };

type Organization = Awaited<ReturnType<typeof lockAs>>;

/**
 * Shares with all of the addresses or none, in one transaction: with members at once, with invited people once they
 * join. Others are invited if the viewer may invite; otherwise owners and admins are asked to.
 */
export async function shareByEmail(services: Services, viewer: Member, asked: Asked): Promise<SharedByEmail[]> {
  const { organizationId } = viewer.membership;
  const emails = [...new Set(asked.emails)];
  if (emails.includes(viewer.email.toLowerCase())) throw wrongField('emails', 'You already see your own documents');
  await limit(services, viewer, emails);
  return services.db.transaction().execute(async (tx) => {
    const organization = await lockAs(tx, viewer, 'documents.share');
    await mustOwn(tx, viewer, asked.document_ids, 'document_ids');
    const members = await membersAmong(tx, organizationId, emails);
    const ids = [...new Set([...asked.inviting_ids, ...members.map(({ id }) => id)])];
    if (ids.length > 0) await shareWithin(tx, viewer, withPermission({ ...asked, inviting_ids: ids }));
    const known = new Set(members.map(({ email }) => email.toLowerCase()));
    const outside = emails.filter((email) => !known.has(email));
    const invited = await invite(services, tx, organization, viewer, asked, outside);
    const others = outside.filter((email) => !invited.has(email));
    if (others.length > 0) await askForInvitations(tx, viewer, asked, others);
    const resultOf = (email: string) => (known.has(email) ? 'shared' : invited.has(email) ? 'invited' : 'requested');
    return emails.map((email) => ({ email, result: resultOf(email) }));
  });
}

const withPermission = ({ permission, inviting_ids, document_ids }: Asked) => ({
  inviting_ids,
  document_ids,
  ...(permission && { permission }),
});

/** Runs before the organization is locked. Addresses of members don't count. */
async function limit({ db }: Services, viewer: Member, emails: readonly string[]): Promise<void> {
  const { organizationId, role } = viewer.membership;
  const members = new Set((await membersAmong(db, organizationId, emails)).map(({ email }) => email.toLowerCase()));
  const outside = emails.filter((email) => !members.has(email));
  if (outside.length === 0) return;
  if (!may(role, 'invites.manage'))
    await throttle(
      db,
      `invite-requests ${viewer.id}`,
      ofOnePerson,
      'You’ve shared with many people outside the workspace. Try again later.',
      outside.length,
    );
  await limitMails({ db }, viewer, outside);
}

/** Returns the addresses that are invited now, by this call or before. Adding to an invitation needs no approval. */
async function invite(
  services: Services,
  tx: Executor,
  organization: Organization,
  viewer: Member,
  asked: Asked,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set();
  const invitations = may(organization.role, 'invites.manage')
    ? await inviteGuests(services, tx, organization, viewer, emails)
    : await validAmong(tx, organization.id, emails);
  await offer(services, tx, organization, viewer, asked, invitations);
  return new Set(invitations.map(({ email }) => email.toLowerCase()));
}

async function offer(
  services: Services,
  tx: Executor,
  organization: Organization,
  viewer: Member,
  { document_ids, permission }: Asked,
  invitations: readonly GuestInvitation[],
): Promise<void> {
  if (invitations.length === 0) return;
  const added = await addPending(
    tx,
    { by: 'invitation', ids: invitations.map(({ id }) => id) },
    { organizationId: organization.id, sharedBy: viewer.id, documentIds: document_ids, permission },
  );
  const names = await namesOf(tx, document_ids);
  // People who know what is shared and can still accept get no second email.
  const told = invitations.filter(({ id, is_new, had_expired }) => is_new || had_expired || added.has(id));
  await mailInvited(
    services,
    tx,
    organization,
    told.map((invitation) => {
      const ids = invitation.had_expired ? document_ids : (added.get(invitation.id) ?? document_ids);
      return { invitation, by: viewer.name, documents: namedAmong(names, ids) };
    }),
  );
  const emailOf = new Map(invitations.map(({ id, email }) => [id, email]));
  const pairs = [...added].flatMap(([id, ids]) => ids.map((document) => ({ document, email: emailOf.get(id)! })));
  await audit(tx, viewer, sharedByEmailEvents(pairs, names, permission ?? 'view'));
}

/**
 * One event for each document, with everyone who will see it: there are never more addresses than an event can hold.
 */
const sharedByEmailEvents = (
  pairs: readonly { document: string; email: string }[],
  names: ReadonlyMap<string, string>,
  permission: SharePermission,
): Recorded[] =>
  [...Map.groupBy(pairs, ({ document }) => document)].map(([id, those]) => ({
    action: 'shared_by_email',
    object: { kind: 'document', id, name: names.get(id) ?? null },
    details: { with: those.map(({ email }) => email), permission },
  }));
