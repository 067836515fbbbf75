import type { Call, Route } from '../call.ts';
import { listParams, pageOf } from '../list.ts';

/** Prices exist from the start (see catalog.ts) and are only read. */
function listPrices(call: Call): object {
  const { world, params } = call;
  const keys = params.texts('lookup_keys');
  const product = params.text('product');
  const active = params.boolean('active');
  const rows = world.prices
    .newestFirst()
    .filter(
      (price) =>
        (keys.length === 0 || keys.includes(price.lookup_key ?? '')) &&
        (product === undefined || price.product === product) &&
        (active === undefined || price.active === active),
    );
  return pageOf(call, '/v1/prices', rows);
}

export const catalogRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/prices',
    accepts: [...listParams, 'lookup_keys', 'product', 'active', 'type', 'currency'],
    run: listPrices,
  },
];
