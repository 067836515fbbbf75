import type { Executor } from '../../db/pool.ts';
import { settleAll } from '../notifications/index.ts';
import { managersOf } from './managers.ts';

/** Nobody needs to answer the request any more. */
export async function settleRequest(tx: Executor, organizationId: string, id: string): Promise<void> {
  const userIds = await managersOf(tx, organizationId);
  await settleAll(tx, { organizationId, userIds, kind: 'invite_requested', subject: id });
}
