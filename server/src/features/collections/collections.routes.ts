import { contract } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import {
  changeCollection,
  createCollection,
  deleteCollection,
  getCollection,
  pageOfCollections,
  restoreCollection,
} from './collections.service.ts';

const { collections } = contract;

export const collectionRoutes = [
  answer(collections.create, ({ viewer, body }, services) => createCollection(services, viewer, body)),
  answer(collections.list, ({ viewer, query }, services) => pageOfCollections(services, viewer, query)),
  answer(collections.get, ({ viewer, params }, services) => getCollection(services, viewer, params.id)),
  answer(collections.update, ({ viewer, params, body }, services) =>
    changeCollection(services, viewer, params.id, body),
  ),
  answer(collections.delete, ({ viewer, params }, services) =>
    deleteCollection(services, viewer, params.id).then(done),
  ),
  answer(collections.restore, ({ viewer, params }, services) => restoreCollection(services, viewer, params.id)),
];
