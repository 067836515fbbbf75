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

/** Batches that a request waits for: enough for an account with little in it, which is gone when the request is answered. */
const batchesInRequest = 5;

/**
 * With the copies: nobody sees them any more, and the access is on record as to be revoked. What is more than a request should
 * wait for goes in the background. The bytes go with the sweeper once nothing else refers to them.
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

/** A batch in each transaction, under the account's lock. Whatever was killed resumes with what is still there. */
export const removeAccountHandler = onSlicedJob(removeAccountJob, ({ db }, { accountId }) =>
  db.transaction().execute(async (tx) => {
    if (!(await lockRemoved(tx, accountId))) return false;
    const { done } = await clearAccount(tx, accountId);
    if (!done) await notifyAccount(tx, accountId);
    return !done;
  }),
);
