import type { RemoteItem } from '@sheaf/connectors';
import type { Executor } from '../../db/pool.ts';
import { writeItems } from '../documents/index.ts';
import { refuseDisconnected } from '../sources/index.ts';
import { keepTooLong } from './failures.ts';

/** Writes items as a listing of the account does; those that cannot be stored become failures with their reason. */
export async function writeListed(
  tx: Executor,
  state: { id: string; organizationId: string; listing: number },
  items: readonly RemoteItem[],
): Promise<void> {
  await refuseDisconnected(tx, state.id);
  await keepTooLong(tx, state, await writeItems(tx, state, items));
}
