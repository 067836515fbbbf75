import type { Executor } from '../../db/pool.ts';
import { AppError, wrongField } from '../../errors.ts';
import { sendMail } from '../../jobs/send-mail.ts';
import { endMembership } from '../removals/index.ts';
import { accountsHeldBy, revokeSoon } from '../sources/index.ts';
import { countContent, handOverContent } from './member-content.ts';
import { goneMail } from './members.mails.ts';
import { countOwners, findMember, lockMembership } from './members.queries.ts';

export interface Handling {
  content: 'hand_over' | 'delete';
  hand_over_to?: string;
}

/**
 * Ends a membership under the organization's lock. The person is notified by email of what happened to their content.
 */
export async function takeOut(
  tx: Executor,
  organization: { id: string; name: string },
  person: { id: string; name: string; email: string },
  handling: Handling,
  how: 'removed' | 'left',
): Promise<void> {
  // Blocks whatever the leaving member creates meanwhile until the membership has ended.
  await lockMembership(tx, organization.id, person.id);
  const content = await countContent(tx, organization.id, person.id);
  const accounts = await accountsHeldBy(tx, organization.id, person.id);
  const heir = handling.content === 'hand_over' ? await heirOf(tx, organization.id, person.id, handling) : null;
  const given = heir && {
    to: heir.id,
    accountIds: await handOverContent(tx, organization.id, person.id, heir.id),
  };
  await endMembership(tx, { organizationId: organization.id, userId: person.id }, given);
  await keepAnOwner(tx, organization.id);
  await revokeSoon(tx);
  await sendMail(tx, person.email, goneMail({ organization, person, how, content, accounts, heir }));
}

async function heirOf(tx: Executor, organizationId: string, userId: string, { hand_over_to }: Handling) {
  const heir = hand_over_to && hand_over_to !== userId ? await findMember(tx, organizationId, hand_over_to) : undefined;
  if (!heir) throw wrongField('hand_over_to', 'Choose a member');
  return heir;
}

export async function keepAnOwner(tx: Executor, organizationId: string): Promise<void> {
  if ((await countOwners(tx, organizationId)) === 0) {
    throw new AppError('last_owner', 'A workspace needs an owner. Transfer ownership to another member first.');
  }
}
