import { contract } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { createKey, keysOf, revokeKey } from './api-keys.service.ts';

const { apiKeys } = contract;

export const apiKeyRoutes = [
  answer(apiKeys.list, ({ viewer }, { db }) => keysOf(db, viewer)),
  answer(apiKeys.create, ({ viewer, body }, services) => createKey(services, viewer, body)),
  answer(apiKeys.revoke, ({ viewer, params }, services) => revokeKey(services, viewer, params.id).then(done)),
];
