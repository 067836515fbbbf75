import { contract } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { createKey } from './create-key.ts';
import { keysOf } from './list-keys.ts';
import { revokeKey } from './revoke-key.ts';

const { apiKeys } = contract;

export const apiKeyRoutes = [
  answer(apiKeys.list, ({ viewer }, { db }) => keysOf(db, viewer)),
  answer(apiKeys.create, ({ viewer, body }, services) => createKey(services, viewer, body)),
  answer(apiKeys.revoke, ({ viewer, params }, services) => revokeKey(services, viewer, params.id).then(done)),
];
