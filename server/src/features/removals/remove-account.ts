import { sql } from 'kysely';
import { notFound } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { enqueue, jobType } from '../../jobs/queue.ts';
import { onSlicedJob } from '../../jobs/sliced.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/index.ts';
import { hasFewDocuments } from '../documents/index.ts';
import { aboutAccount, lockRemoved, markRemoved, notifyAccount, ownAccount, revokeSoon } from '../sources/index.ts';
import { atOnce, clearAccount } from './clear-account.ts';

export const removeAccountJob = jobType<{ accountId: string }>('removals.account');
const queueOf = (accountId: string): string => `removal ${accountId}`;

/** The number of batches a request waits for: enough to delete a small account before it is answered. */
const batchesInRequest = 5;

/**
 * Removes an account with its copies: hides them at once and records that its access must be revoked. What is too much
 * for a request to wait for is deleted in the background, and the bytes by the sweeper once nothing else refers to
 * them.
 */
export async function removeAccount(services: Services, viewer: Member, id: string): Promise<void> {
  const account = await ownAccount(services, viewer, id);
  await services.db.transaction().execute(async (tx) => {
    const [marked] = await markRemoved(tx, sql`id = ${id} and user_id = ${viewer.id}`);
    if (!marked) throw notFound('This account');
    await revokeSoon(tx);
    await audit(tx, viewer, { action: 'source_removed', ...aboutAccount(account) });
    if (await hasFewDocuments(tx, [id], atOnce))
      for (let batch = 0; batch < batchesInRequest; batch++) if ((await clearAccount(tx, id)).done) return;
    await enqueue(tx, removeAccountJob, { accountId: id }, { queue: queueOf(id) });
    await notifyAccount(tx, id);
  });
}

/** A batch in each transaction, under the account's lock. A killed job resumes with what is left. */
export const removeAccountHandler = onSlicedJob(removeAccountJob, ({ db }, { accountId }) =>
  db.transaction().execute(async (tx) => {
    if (!(await lockRemoved(tx, accountId))) return false;
    const { done } = await clearAccount(tx, accountId);
    if (!done) await notifyAccount(tx, accountId);
    return !done;
  }),
);
