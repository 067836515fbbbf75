import type { Plan } from '@sheaf/contract';
import type { Executor } from '../../../db/pool.ts';
import type { Services } from '../../../services.ts';
import { lockEvenDeleted, setPlan } from '../../organizations/index.ts';
import { nameOfPlan } from '../../plans/index.ts';
import { endedMail, noticeMail, paidMail } from '../billing.mails.ts';
import { type Customer, clearCustomer, recordReconcile } from '../customers.queries.ts';
import { mailOwners } from './mail-owners.ts';
import { graceUntil, type Seen } from './read-provider.ts';
import {
  findSubscription,
  isLive,
  replaceCards,
  type SubscriptionRow,
  upsertPayments,
  upsertSubscription,
} from './state.queries.ts';

const day = 86_400_000;
const reminderDays = 3;

/** Writes what was read from the provider, unless something newer was written meanwhile. */
export async function applyState(services: Services, customer: Customer, reading: number, seen: Seen): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const organization = customer.organization_id && (await lockEvenDeleted(tx, customer.organization_id));
    if (!(await recordReconcile(tx, customer.id, reading, nextReadingMs(seen)))) return;
    await replaceCards(tx, customer.id, seen.cards);
    await upsertPayments(tx, customer.id, seen.payments);
    const before = await findSubscription(tx, customer.id);
    if (!seen.subscription || !organization) return;
    const notice = noticeOf(seen, before?.notice ?? null);
    const now: SubscriptionRow = { ...seen.subscription, notice };
    await upsertSubscription(tx, customer.id, now);
    // A workspace keeps its initial plan until its first subscription. After the last one ends, it is on the free plan.
    const plan: Plan = isLive(now) ? now.plan : 'free';
    await setPlan(tx, organization.id, { plan, readOnly: notice === 'read_only' });
    if (!organization.deleted_at) await notifyOwners(services, tx, organization, { before, now });
  });
}

/**
 * Handles a customer that the provider no longer knows: nothing is paid for, and the next payment creates a new one.
 */
export async function clearProvider({ db }: Services, customer: Customer): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const organization = customer.organization_id && (await lockEvenDeleted(tx, customer.organization_id));
    const before = await findSubscription(tx, customer.id);
    await clearCustomer(tx, customer);
    if (organization && before) await setPlan(tx, organization.id, { plan: 'free', readOnly: false });
  });
}

function noticeOf({ now, subscription }: Seen, before: SubscriptionRow['notice']): SubscriptionRow['notice'] {
  if (!subscription?.due_since || !isLive(subscription)) return null;
  const end = graceUntil(subscription.due_since).getTime();
  if (now.getTime() >= end) return 'read_only';
  if (now.getTime() >= end - reminderDays * day) return 'reminded';
  return before === 'reminded' ? 'reminded' : 'failed';
}

/** When to read again without a webhook: after the end of a period, and when the grace period ends or is about to. */
function nextReadingMs({ now, subscription }: Seen): number {
  const moments = [6 * 3_600_000];
  if (subscription) {
    const due = subscription.due_since && graceUntil(subscription.due_since).getTime();
    const at = [subscription.period_end.getTime() + 60_000, ...(due ? [due, due - reminderDays * day] : [])];
    moments.push(...at.map((moment) => moment - now.getTime()).filter((wait) => wait > 0));
  }
  return Math.min(...moments) + 1_000;
}

interface Change {
  before: SubscriptionRow | undefined;
  now: SubscriptionRow;
}

async function notifyOwners(
  { config }: Services,
  tx: Executor,
  { id, name }: { id: string; name: string },
  { before, now }: Change,
): Promise<void> {
  const about = { workspace: name, plan: nameOfPlan(now.plan), url: `${config.publicUrl}/plans?org=${id}` };
  const content =
    now.notice && now.notice !== before?.notice
      ? noticeMail(now.notice, { ...about, until: graceUntil(now.due_since!) })
      : before?.notice && !now.notice && isLive(now)
        ? paidMail(about)
        : before && isLive(before) && !isLive(now)
          ? endedMail(about)
          : null;
  if (content) await mailOwners(tx, id, content);
}
