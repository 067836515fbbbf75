import type { ApiKey } from '@sheaf/contract';
import type { Executor } from '../../db/pool.ts';
import type { Member } from '../../http/viewer.ts';
import { presentKey } from './api-keys.present.ts';
import { listKeys } from './api-keys.queries.ts';

export async function keysOf(db: Executor, viewer: Member): Promise<ApiKey[]> {
  return (await listKeys(db, viewer)).map(presentKey);
}
