import { badRequest } from '../errors.ts';
import type { InvoiceLine, Subscription } from '../objects/types.ts';
import type { World } from '../world.ts';
import { type Billed, periodLine, prorationLine, recurringOf } from './lines.ts';
import { periodEnd } from './period.ts';

export interface ItemChange {
  id: string;
  price?: string;
  quantity?: number;
}

export interface Change {
  items: ItemChange[];
  proration: 'create_prorations' | 'always_invoice';
}

interface PlannedChange {
  items: Billed[];
  anchor: number;
  /** Prorations and, if the cycle starts over, the first period. */
  lines: InvoiceLine[];
  /** Whether they are invoiced at once instead of with the next period. */
  isInvoicedNow: boolean;
}

/** The result of a change without making it, for both the change itself and its preview. */
export function planChange(world: World, subscription: Subscription, change: Change): PlannedChange {
  const before = subscription.items.data;
  const at = world.now();
  const changed = changedItems(world, subscription, change.items);
  const first = recurringOf(changed[0]!.price);
  const old = recurringOf(before[0]!.price);
  const restarts = first.interval !== old.interval;
  const anchor = restarts ? at : subscription.billing_cycle_anchor;
  const items = restarts
    ? changed.map((item) => ({ ...item, current_period_start: at, current_period_end: periodEnd(at, first, at) }))
    : changed;
  const lines: InvoiceLine[] = [];
  for (const item of before) {
    const after = changed.find(({ id }) => id === item.id);
    const isSame = after?.price.id === item.price.id && (after.quantity ?? 1) === (item.quantity ?? 1);
    if (restarts || !isSame) lines.push(prorationLine(world, item, subscription.id, at, -1));
    if (after && !restarts && !isSame) lines.push(prorationLine(world, after, subscription.id, at, 1));
  }
  if (restarts) for (const item of items) lines.push(periodLine(world, item, subscription.id));
  const isInvoicedNow = restarts || (change.proration === 'always_invoice' && lines.length > 0);
  return { items, anchor, lines, isInvoicedNow };
}

function changedItems(world: World, subscription: Subscription, changes: readonly ItemChange[]): Billed[] {
  const items: Billed[] = subscription.items.data.map((item) => ({ ...item }));
  for (const change of changes) {
    const item = items.find(({ id }) => id === change.id);
    if (!item) throw badRequest(`Invalid subscription_item id: ${change.id}`, 'items', 'resource_missing');
    if (change.price !== undefined) item.price = world.prices.need(change.price, 'items[0][price]');
    item.quantity = change.quantity ?? item.quantity;
  }
  return items;
}
