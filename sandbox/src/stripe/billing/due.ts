import type { Invoice, Subscription } from '../objects/types.ts';
import type { World } from '../world.ts';
import { closeDraft, renew, retry } from './renew.ts';

interface Due {
  at: number;
  run(): void;
}

/** Ten years of a few subscriptions; more is a mistake of the caller that moves the clock. */
const MAX_STEPS = 20_000;

/** Runs everything that has become due, in order, each at its own time. */
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
  for (const subscription of world.subscriptions) consider(endOf(world, subscription));
  return next;
}

function dueOf(world: World, invoice: Invoice): Due | null {
  const { status, automatically_finalizes_at: finalizes, next_payment_attempt: retries } = invoice;
  if (status === 'draft' && invoice.auto_advance && finalizes != null) {
    return { at: finalizes, run: () => closeDraft(world, invoice) };
  }
  return status === 'open' && retries != null ? { at: retries, run: () => retry(world, invoice) } : null;
}

function endOf(world: World, subscription: Subscription): Due | null {
  if (!['active', 'past_due', 'unpaid'].includes(subscription.status)) return null;
  return { at: subscription.items.data[0]!.current_period_end, run: () => renew(world, subscription) };
}
