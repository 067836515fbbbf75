import type { Executor } from '../../db/pool.ts';
import { deleteSomeDocuments } from '../catalog/index.ts';
import { deleteSomeMessages } from '../messages/index.ts';
import { eraseAccount } from '../sources/index.ts';
import { deleteSomeFailures } from '../sync/index.ts';
import { deleteSomeTransfers, transfersOfAccount } from '../transfers/index.ts';

/** Rows that go in one transaction. */
export const atOnce = 1000;

export interface Cleared {
  /** Nothing is left. */
  done: boolean;
  files: number;
}

/** A batch of what an account that is being removed holds goes; when nothing is left, the account itself. */
export async function clearAccount(tx: Executor, accountId: string): Promise<Cleared> {
  if ((await deleteSomeTransfers(tx, transfersOfAccount(accountId), atOnce)) > 0) return { done: false, files: 0 };
  const { documents, files } = await deleteSomeDocuments(tx, accountId, atOnce);
  if (documents > 0) return { done: false, files };
  if ((await deleteSomeMessages(tx, accountId, atOnce)) > 0) return { done: false, files: 0 };
  if ((await deleteSomeFailures(tx, accountId, atOnce)) > 0) return { done: false, files: 0 };
  await eraseAccount(tx, accountId);
  return { done: true, files: 0 };
}
