import type { Change, ItemChange } from '../billing/change.ts';
import { badRequest } from '../errors.ts';
import type { Params } from '../params.ts';

const prorations = ['create_prorations', 'always_invoice', 'none'] as const;
export const behaviors = ['allow_incomplete', 'default_incomplete', 'error_if_incomplete'] as const;

const MAX_MEMBERS = 1_000_000;

export function readNewItems(params: Params): { price: string; quantity: number }[] {
  const items = params.objects('items').map((item) => {
    item.only('price', 'quantity', 'metadata');
    return { price: item.need('price'), quantity: item.integer('quantity', 0, MAX_MEMBERS) ?? 1 };
  });
  if (items.length === 0) throw badRequest('Missing required param: items.', params.name('items'), 'parameter_missing');
  return items;
}

function readItemChanges(params: Params): ItemChange[] {
  return params.objects('items').map((item) => {
    item.only('id', 'price', 'quantity', 'deleted', 'metadata');
    const price = item.text('price');
    const quantity = item.integer('quantity', 0, MAX_MEMBERS);
    return {
      id: item.text('id') ?? null,
      ...(price !== undefined && { price }),
      ...(quantity !== undefined && { quantity }),
      isDeleted: item.boolean('deleted') ?? false,
    };
  });
}

/** What the sandbox does in one way only; asking for another would silently do nothing. */
export function checkFixed(params: Params): void {
  params.oneOf('collection_method', ['charge_automatically']);
  if (params.object('automatic_tax')?.only('enabled').boolean('enabled')) {
    throw badRequest('The sandbox calculates no taxes.', 'automatic_tax[enabled]');
  }
}

/** Whether the card that pays becomes the subscription's own. */
export function readPaymentSettings(params: Params, before: 'off' | 'on_subscription'): 'off' | 'on_subscription' {
  const settings = params.object('payment_settings')?.only('save_default_payment_method', 'payment_method_types');
  return settings?.oneOf('save_default_payment_method', ['off', 'on_subscription']) ?? before;
}

/** The same for a change and for its preview. */
export function readChange(params: Params): Change {
  const prorationDate = params.integer('proration_date');
  return {
    items: readItemChanges(params),
    proration: params.oneOf('proration_behavior', prorations) ?? 'create_prorations',
    ...(prorationDate !== undefined && { prorationDate }),
    anchor: params.oneOf('billing_cycle_anchor', ['now', 'unchanged']) ?? 'unchanged',
    endsTrial: params.text('trial_end') === 'now',
  };
}
