import type { Call, Route } from '../call.ts';
import { badRequest } from '../errors.ts';
import { listParams, pageOf } from '../list.ts';

/** Prices exist from the start (see catalog.ts) and are read-only. */
function listPrices(call: Call): object {
  const { params, world } = call;
  const [keys, active] = [params.texts('lookup_keys'), params.boolean('active')];
  if (keys.length === 0) throw badRequest('The sandbox lists prices by lookup_keys only.', 'lookup_keys');
  const rows = world.prices
    .newestFirst()
    .filter((price) => keys.includes(price.lookup_key ?? '') && price.active === (active ?? price.active));
  return pageOf(call, '/v1/prices', rows);
}

export const catalogRoutes: readonly Route[] = [
  { method: 'GET', path: '/v1/prices', accepts: [...listParams, 'lookup_keys', 'active'], run: listPrices },
];
