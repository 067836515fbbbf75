import { badRequest } from '../errors.ts';
import type { InvoiceLine, Price, SubscriptionItem } from '../objects/types.ts';
import type { World } from '../world.ts';

/** The properties of an item that determine its price. */
export type Billed = Pick<
  SubscriptionItem,
  'id' | 'price' | 'quantity' | 'current_period_start' | 'current_period_end'
>;

interface LineOptions {
  amount: number;
  description: string;
  isProration: boolean;
  item: Billed;
  period: { start: number; end: number };
  subscription: string | null;
}

export const recurringOf = (price: Price): NonNullable<Price['recurring']> => {
  if (price.recurring) return price.recurring;
  throw badRequest(
    'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
    'items',
  );
};

/** A complete period of an item. */
export function periodLine(world: World, item: Billed, subscription: string | null): InvoiceLine {
  const { price, quantity = 1, current_period_start: start, current_period_end: end } = item;
  const name = world.products.need(price.product).name;
  const each = `${(price.unit_amount! / 100).toFixed(2)} / ${recurringOf(price).interval}`;
  const description = `${quantity} × ${name} (at $${each})`;
  const amount = price.unit_amount! * quantity;
  return lineOf(world, { amount, description, isProration: false, item, period: { start, end }, subscription });
}

/** The rest of a period, by seconds: a refund of the paid time, or a charge for the remaining time. */
export function prorationLine(world: World, item: Billed, subscription: string, at: number, sign: 1 | -1): InvoiceLine {
  const { price, quantity = 1, current_period_start: start, current_period_end: end } = item;
  const share = (end - at) / (end - start);
  const amount = sign * Math.round(price.unit_amount! * quantity * share);
  const name = world.products.need(price.product).name;
  const what = sign < 0 ? 'Unused time' : 'Remaining time';
  const date = new Date(at * 1000).toLocaleDateString('en-GB', {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const description = `${what} on ${quantity === 1 ? '' : `${quantity} × `}${name} after ${date}`;
  const period = { start: at, end };
  return lineOf(world, {
    amount: amount === 0 ? 0 : amount,
    description,
    isProration: true,
    item,
    period,
    subscription,
  });
}

function lineOf(world: World, options: LineOptions): InvoiceLine {
  const { amount, description, isProration, item, period, subscription } = options;
  const { price } = item;
  return {
    id: world.id('il'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description,
    discount_amounts: [],
    discountable: !isProration,
    discounts: [],
    livemode: false,
    metadata: {},
    parent: {
      subscription_item_details: {
        invoice_item: isProration ? world.id('ii') : null,
        proration: isProration,
        proration_details: isProration ? { credited_items: null } : null,
        subscription,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity: item.quantity ?? 1,
    quantity_decimal: String(item.quantity ?? 1),
    subscription,
    subtotal: amount,
    taxes: [],
  };
}
