import { contract } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { collections } from './collections.ts';

const calls = contract.collections;

export const collectionRoutes = [
  answer(calls.create, ({ viewer, body }, services) => collections.create(services, viewer, body)),
  answer(calls.list, ({ viewer, query }, services) => collections.page(services, viewer, query)),
  answer(calls.get, ({ viewer, params }, services) => collections.get(services, viewer, params.id)),
  answer(calls.update, ({ viewer, params, body }, services) => collections.update(services, viewer, params.id, body)),
  answer(calls.delete, ({ viewer, params }, services) => collections.delete(services, viewer, params.id).then(done)),
  answer(calls.restore, ({ viewer, params }, services) => collections.restore(services, viewer, params.id)),
];
