import { contract } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { labels } from './labels.ts';

const calls = contract.labels;

export const labelRoutes = [
  answer(calls.create, ({ viewer, body }, services) => labels.create(services, viewer, body)),
  answer(calls.list, ({ viewer, query }, services) => labels.page(services, viewer, query)),
  answer(calls.get, ({ viewer, params }, services) => labels.get(services, viewer, params.id)),
  answer(calls.update, ({ viewer, params, body }, services) => labels.update(services, viewer, params.id, body)),
  answer(calls.delete, ({ viewer, params }, services) => labels.delete(services, viewer, params.id).then(done)),
  answer(calls.restore, ({ viewer, params }, services) => labels.restore(services, viewer, params.id)),
];
