import type { Executor } from '../../db/pool.ts';
import { deleteDocumentBatch } from '../documents/index.ts';
import { deleteMessageBatch } from '../messages/index.ts';
import { eraseAccount } from '../sources/index.ts';
import { deleteFailureBatch } from '../sync/index.ts';
import { deleteListedBatch, deleteTransferBatch, transfersOfAccount } from '../transfers/index.ts';

/** The number of rows deleted in one transaction. */
export const atOnce = 1000;

export interface Cleared {
  /** Whether nothing is left. */
  done: boolean;
  files: number;
}

/** Deletes a batch of the content of an account that is being removed; when nothing is left, the account itself. */
export async function clearAccount(tx: Executor, accountId: string): Promise<Cleared> {
  if ((await deleteTransferBatch(tx, transfersOfAccount(accountId), atOnce)) > 0) return { done: false, files: 0 };
  if ((await deleteListedBatch(tx, accountId, atOnce)) > 0) return { done: false, files: 0 };
  const { documents, files } = await deleteDocumentBatch(tx, accountId, atOnce);
  if (documents > 0) return { done: false, files };
  if ((await deleteMessageBatch(tx, accountId, atOnce)) > 0) return { done: false, files: 0 };
  if ((await deleteFailureBatch(tx, accountId, atOnce)) > 0) return { done: false, files: 0 };
  await eraseAccount(tx, accountId);
  return { done: true, files: 0 };
}
