import type { Call, Route } from '../call.ts';
import { listParams, pageOf } from '../list.ts';

/** Prices exist from the start (see catalog.ts) and are only read. */
function listPrices(call: Call): object {
  const keys = call.params.texts('lookup_keys');
  const rows = call.world.prices.newestFirst().filter((price) => keys.includes(price.lookup_key ?? ''));
  return pageOf(call, '/v1/prices', rows);
}

export const catalogRoutes: readonly Route[] = [
  { method: 'GET', path: '/v1/prices', accepts: [...listParams, 'lookup_keys', 'active'], run: listPrices },
];
