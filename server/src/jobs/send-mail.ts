import { sql } from 'kysely';
import type { Executor } from '../db/pool.ts';
import { composeMail, type MailContent, MailError } from '../platform/mail/index.ts';
import { newId } from '../platform/uuid.ts';
import { enqueueAll, jobType, onJob } from './queue.ts';

interface Letter {
  to: string;
  content: MailContent;
}

const sendMailJob = jobType<Letter & { id: string }>('mail.send');

/** A mail is sent exactly if its transaction commits. */
export const sendMail = (db: Executor, to: string, content: MailContent, workspace?: string): Promise<void> =>
  sendMails(db, [{ to, content }], workspace);

/**
 * Sends any number of mails with one statement. With `workspace`, mails of other workspaces don't wait for all of
 * these.
 */
export const sendMails = (db: Executor, letters: readonly Letter[], workspace?: string): Promise<void> =>
  enqueueAll(
    db,
    sendMailJob,
    letters.map((letter) => ({ id: newId(), ...letter })),
    { maxAttempts: 8, workspace },
  );

/**
 * Sends through the mail server, or to the local outbox if there is none: there only once, even if a kill makes the job
 * run twice.
 */
export const sendMailHandler = onJob(sendMailJob, async ({ id, to, content }, { mail, db, config, log, announce }) => {
  const message = { to, ...composeMail(content) };
  if (mail) {
    await mail.send(message).catch((error) => {
      if (!(error instanceof MailError && error.permanent)) throw error;
      log.warn({ err: error }, 'a mail was refused for good');
    });
    return;
  }
  const { subject, html, text } = message;
  const row = { id, recipient: to, subject, html, text };
  await db
    .insertInto('outbox')
    .values(row)
    .onConflict((same) => same.doNothing())
    .execute();
  announce(`Mail to ${to}: ${subject}${config.mailbox ? ` (${config.publicUrl}/dev/mailbox)` : `\n${text}`}`);
});

/**
 * Hourly: the local outbox keeps a month. Mails that could not be delivered are deleted at once, because they contain
 * codes and links.
 */
export const deleteExpiredMails = onJob(
  jobType<object>('mail.forget'),
  async (_, { db }) => {
    await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs
      where task_identifier = ${sendMailJob.name} and attempts >= max_attempts and locked_at is null))`.execute(db);
    await sql`delete from outbox where sent_at < now() - interval '30 days'`.execute(db);
  },
  '19 * * * *',
);
