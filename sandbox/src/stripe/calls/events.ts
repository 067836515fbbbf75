import type { Call, Route } from '../call.ts';
import { createdWithin, listParams, pageOf } from '../list.ts';

function list(call: Call): object {
  const { world, params } = call;
  const types = params.has('type') ? [params.need('type')] : params.texts('types');
  const rows = createdWithin(call, world.events.newestFirst()).filter(
    ({ type }) => types.length === 0 || types.some((wanted) => matches(wanted, type)),
  );
  return pageOf(call, '/v1/events', rows);
}

/** `*` and `invoice.*` stand for all of their kind. */
export const matches = (wanted: string, type: string): boolean =>
  wanted === '*' || wanted === type || (wanted.endsWith('.*') && type.startsWith(wanted.slice(0, -1)));

export const eventRoutes: readonly Route[] = [
  { method: 'GET', path: '/v1/events', accepts: [...listParams, 'type', 'types', 'created'], run: list },
  { method: 'GET', path: '/v1/events/*', accepts: [], run: ({ world, ids: [id = ''] }) => world.events.need(id) },
];
