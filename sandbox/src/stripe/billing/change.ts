import { badRequest } from '../errors.ts';
import type { InvoiceLine, Subscription } from '../objects/types.ts';
import type { World } from '../world.ts';
import { type Billed, periodLine, prorationLine, recurringOf } from './lines.ts';
import { periodEnd } from './period.ts';

export interface ItemChange {
  /** None for an item that is added. */
  id: string | null;
  price?: string;
  quantity?: number;
  isDeleted: boolean;
}

export interface Change {
  items: ItemChange[];
  proration: 'create_prorations' | 'always_invoice' | 'none';
  /** Now unless a preview or a call names another second of the period. */
  prorationDate?: number;
  anchor: 'now' | 'unchanged';
  endsTrial: boolean;
}

interface PlannedChange {
  items: Billed[];
  anchor: number;
  /** Prorations, and where the cycle begins anew the first period. */
  lines: InvoiceLine[];
  /** Whether they are invoiced at once instead of with the next period. */
  isInvoicedNow: boolean;
}

/** What a change leads to, without making it: both the change itself and its preview. */
export function planChange(world: World, subscription: Subscription, change: Change): PlannedChange {
  const before = subscription.items.data;
  const at = prorationDate(world, subscription, change);
  const changed = changedItems(world, subscription, change.items);
  const first = recurringOf(changed[0]!.price);
  const old = recurringOf(before[0]!.price);
  const isOtherInterval = first.interval !== old.interval || first.interval_count !== old.interval_count;
  const wasTrial = subscription.status === 'trialing';
  const restarts = isOtherInterval || change.anchor === 'now' || (wasTrial && change.endsTrial);
  const prorates = change.proration !== 'none' && !wasTrial;
  const anchor = restarts ? at : subscription.billing_cycle_anchor;
  const items = restarts
    ? changed.map((item) => ({ ...item, current_period_start: at, current_period_end: periodEnd(at, first, at) }))
    : changed;
  const lines: InvoiceLine[] = [];
  for (const item of before) {
    const after = changed.find(({ id }) => id === item.id);
    const isSame = after?.price.id === item.price.id && (after.quantity ?? 1) === (item.quantity ?? 1);
    if (prorates && (restarts || !isSame)) lines.push(prorationLine(world, item, subscription.id, at, -1));
    if (prorates && after && !restarts && !isSame) lines.push(prorationLine(world, after, subscription.id, at, 1));
  }
  for (const item of items) {
    if (restarts) lines.push(periodLine(world, item, subscription.id));
    else if (prorates && !before.some(({ id }) => id === item.id)) {
      lines.push(prorationLine(world, item, subscription.id, at, 1));
    }
  }
  const isInvoicedNow = restarts || (change.proration === 'always_invoice' && lines.length > 0);
  return { items, anchor, lines, isInvoicedNow };
}

function prorationDate(world: World, subscription: Subscription, change: Change): number {
  const { current_period_start: start, current_period_end: end } = subscription.items.data[0]!;
  const at = change.prorationDate ?? world.now();
  if (at >= start && at <= end) return at;
  throw badRequest('Cannot specify `proration_date` outside of current subscription period', 'proration_date');
}

function changedItems(world: World, subscription: Subscription, changes: readonly ItemChange[]): Billed[] {
  const items: Billed[] = subscription.items.data.map((item) => ({ ...item }));
  for (const change of changes) {
    if (change.id === null) {
      const { current_period_start, current_period_end } = items[0]!;
      const price = world.prices.need(change.price ?? '', 'items[0][price]');
      items.push({
        id: world.id('si', 14),
        price,
        quantity: change.quantity ?? 1,
        current_period_start,
        current_period_end,
      });
      continue;
    }
    const at = items.findIndex(({ id }) => id === change.id);
    const item = items[at];
    if (!item) throw badRequest(`Invalid subscription_item id: ${change.id}`, 'items', 'resource_missing');
    if (change.isDeleted) items.splice(at, 1);
    else {
      if (change.price !== undefined) item.price = world.prices.need(change.price, 'items[0][price]');
      item.quantity = change.quantity ?? item.quantity;
    }
  }
  if (items.length === 0) throw badRequest('A subscription must have at least one active plan.', 'items');
  if (items.length > 20) throw badRequest('A subscription has at most 20 items.', 'items');
  checkIntervals(items);
  return items;
}

function checkIntervals(items: readonly Billed[]): void {
  const kinds = new Set(
    items.map(({ price }) => `${recurringOf(price).interval} ${recurringOf(price).interval_count}`),
  );
  if (kinds.size > 1)
    throw badRequest('All prices of a subscription must have the same `recurring.interval`.', 'items');
}
