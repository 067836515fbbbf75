import type { Invoice, Subscription } from '../objects/types.ts';
import type { World } from '../world.ts';
import { closeDraft, expire, INCOMPLETE_SECONDS, renew, retry } from './renew.ts';

interface Due {
  at: number;
  run(): void;
}

const TRIAL_NOTICE_SECONDS = 3 * 86_400;
/** Ten years of a few subscriptions; more than that is a mistake of who moves the clock. */
const MAX_STEPS = 20_000;

/** Does everything that has become due, in order, each at its own time. */
export function runDue(world: World): void {
  const until = world.now();
  for (let step = 0; step < MAX_STEPS; step++) {
    const next = nextDue(world);
    if (!next || next.at > until) return;
    world.clock.at(next.at, () => next.run());
  }
  throw new Error(`More than ${MAX_STEPS} things became due at once.`);
}

function nextDue(world: World): Due | null {
  let next: Due | null = null;
  const consider = (due: Due | null) => {
    if (due && (next === null || due.at < next.at)) next = due;
  };
  for (const invoice of world.invoices) consider(dueOf(world, invoice));
  for (const subscription of world.subscriptions) {
    consider(noticeOf(world, subscription));
    consider(endOf(world, subscription));
  }
  return next;
}

function dueOf(world: World, invoice: Invoice): Due | null {
  const { status, automatically_finalizes_at: finalizes, next_payment_attempt: retries } = invoice;
  if (status === 'draft' && invoice.auto_advance && finalizes !== null) {
    return { at: finalizes, run: () => closeDraft(world, invoice) };
  }
  return status === 'open' && retries !== null ? { at: retries, run: () => retry(world, invoice) } : null;
}

function endOf(world: World, subscription: Subscription): Due | null {
  const { status } = subscription;
  if (status === 'incomplete') {
    return { at: subscription.created + INCOMPLETE_SECONDS, run: () => expire(world, subscription) };
  }
  if (!['active', 'past_due', 'trialing', 'unpaid'].includes(status)) return null;
  return { at: subscription.items.data[0]!.current_period_end, run: () => renew(world, subscription) };
}

/** Stripe says three days before that a trial ends. */
function noticeOf(world: World, subscription: Subscription): Due | null {
  const { status, trial_end: end, id } = subscription;
  if (status !== 'trialing' || end === null || world.noticed.has(id)) return null;
  const run = () => {
    world.noticed.add(id);
    world.emit('customer.subscription.trial_will_end', subscription);
  };
  return { at: Math.max(end - TRIAL_NOTICE_SECONDS, subscription.created), run };
}
