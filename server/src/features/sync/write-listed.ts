import type { RemoteItem } from '@sheaf/connectors';
import type { Executor } from '../../db/pool.ts';
import { writeItems } from '../documents/index.ts';
import { refuseDisconnected } from '../sources/index.ts';
import { keepTooLong } from './failures.ts';

/** Writes items as in a listing of the account; items that can't be stored become failures with a reason. */
export async function writeListed(
  tx: Executor,
  state: { id: string; organizationId: string; listing: number },
  items: readonly RemoteItem[],
): Promise<void> {
  await refuseDisconnected(tx, state.id);
  await keepTooLong(tx, state, await writeItems(tx, state, items));
}
