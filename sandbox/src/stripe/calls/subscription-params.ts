import type { Change } from '../billing/change.ts';
import { badRequest } from '../errors.ts';
import type { Params } from '../params.ts';

const MAX_MEMBERS = 1_000_000;

export function readNewItems(params: Params): { price: string; quantity: number }[] {
  const items = params.objects('items').map((item) => {
    item.only('price', 'quantity');
    return { price: item.need('price'), quantity: item.integer('quantity', 0, MAX_MEMBERS) ?? 1 };
  });
  if (items.length === 0) throw badRequest('Missing required param: items.', params.name('items'), 'parameter_missing');
  return items;
}

/** The parameters that a change and its preview have in common. */
export function readChange(params: Params): Change {
  const items = params.objects('items').map((item) => {
    item.only('id', 'price', 'quantity');
    const [price, quantity] = [item.text('price'), item.integer('quantity', 0, MAX_MEMBERS)];
    return { id: item.need('id'), ...(price !== undefined && { price }), ...(quantity !== undefined && { quantity }) };
  });
  const proration = params.oneOf('proration_behavior', ['create_prorations', 'always_invoice']) ?? 'create_prorations';
  return { items, proration };
}
