import type { Executor } from '../../db/pool.ts';
import { enqueue, jobType } from '../../jobs/queue.ts';
import { sendMail } from '../../jobs/send-mail.ts';
import { onSlicedJob } from '../../jobs/sliced.ts';
import { countTry, lockTries } from '../../platform/limits/index.ts';
import { notifyOfShares } from '../notifications/index.ts';
import {
  addNews,
  type Digest,
  maxMailsOfSender,
  type News,
  newsIntervalSeconds,
  nextDigest,
  noteDigest,
  sendersTo,
  takeNews,
} from './news.queries.ts';
import { linkTo, sharedMail } from './sharing.mail.ts';

const mailSharesJob = jobType<object>('sharing.tell-people');

/** In the caller's transaction. People who want such emails and haven't had one for a while get one at once. */
export async function announce(
  tx: Executor,
  from: { organizationId: string; sharedBy: string },
  news: readonly News[],
): Promise<void> {
  if (news.length === 0) return;
  const mailed = await notifyOfShares(tx, from, news);
  const toMail = news.filter(({ recipient_id }) => mailed.has(recipient_id));
  if (toMail.length === 0) return;
  await addNews(tx, from, toMail);
  await enqueue(tx, mailSharesJob, {}, { key: mailSharesJob.name });
}

/**
 * Every minute, and after sharing: one recipient at a time. The email and the record that it was sent are one
 * transaction, so that none is lost or sent twice.
 */
export const mailShares = onSlicedJob(
  mailSharesJob,
  ({ db, config }) =>
    db.transaction().execute(async (tx) => {
      const digest = await nextDigest(tx);
      if (!digest) return false;
      const { allowed, waitSeconds } = await sendersAllowed(tx, digest);
      const told = await takeNews(tx, digest, allowed);
      const wasSent = told.length > 0 && digest.email !== null;
      if (wasSent) {
        const content = sharedMail(told, linkTo(config.publicUrl, digest.organization_id, told));
        await sendMail(tx, digest.email!, content, digest.organization_id);
      }
      const nextInSeconds = waitSeconds === null ? null : Math.max(waitSeconds, wasSent ? newsIntervalSeconds : 0);
      await noteDigest(tx, digest, { wasSent, nextInSeconds });
      return true;
    }),
  '* * * * *',
);

/** Of the people who shared something with this person: those who may send an email now, and when the others may. */
async function sendersAllowed(tx: Executor, digest: Digest) {
  const { times, seconds } = maxMailsOfSender;
  const allowed: string[] = [];
  let waitSeconds: number | null = null;
  for (const sender of await sendersTo(tx, digest)) {
    const key = `share-mails ${sender}`;
    const { count, wait } = await lockTries(tx, key, seconds);
    if (count < times) {
      await countTry(tx, key, seconds);
      allowed.push(sender);
    } else waitSeconds = Math.min(waitSeconds ?? wait, wait);
  }
  return { allowed, waitSeconds };
}
