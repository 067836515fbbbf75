import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { enqueue, jobType } from '../../jobs/queue.ts';
import { sendMail } from '../../jobs/send-mail.ts';
import { onSlicedJob } from '../../jobs/sliced.ts';
import { seesNow } from '../access/index.ts';
import { type Emailed, notificationsMail } from './notifications.mail.ts';
import { wordsOf } from './notifications.present.ts';
import { rowsOf } from './notifications.queries.ts';

/** A person gets at most one email in this time. */
const intervalMinutes = 5;

const soonJob = jobType<object>('notifications.email');

/** Schedules emails, in the caller's transaction. */
export async function emailLater(tx: Executor, userIds: readonly string[], when: 'soon' | 'daily'): Promise<void> {
  // Everything that emails a person locks this row.
  await sql`insert into notification_settings (user_id) select id from unnest(${[...userIds]}::uuid[]) x (id) order by id
    on conflict do nothing`.execute(tx);
  if (when === 'soon') await enqueue(tx, soonJob, {}, { key: soonJob.name });
}

/** Every minute, and on news: emails people who got no such email for a few minutes. */
export const emailNotifications = onSlicedJob(
  soonJob,
  ({ db, config }) => db.transaction().execute((tx) => emailNext(tx, config.publicUrl, 'soon')),
  '* * * * *',
);

/** Every morning (UTC, since time zones are unknown): one email about the whole day to everyone who wants that. */
export const emailDigests = onSlicedJob(
  jobType<object>('notifications.digest'),
  ({ db, config }) => db.transaction().execute((tx) => emailNext(tx, config.publicUrl, 'daily')),
  '0 7 * * *',
);

/**
 * Emails one person, under the lock of their settings. The email is written and recorded in one transaction, so nothing
 * is lost or sent twice if the job is cut off or runs twice.
 */
async function emailNext(tx: Executor, publicUrl: string, when: 'soon' | 'daily'): Promise<boolean> {
  const isDue =
    when === 'daily'
      ? sql`(s.digest_on is null or s.digest_on < (now() at time zone 'utc')::date)`
      : sql`(s.emailed_at is null or s.emailed_at <= now() - make_interval(mins => ${intervalMinutes}))`;
  const { rows } = await sql<{ id: string; email: string; verified: boolean }>`
    select u.id, u.email, u.email_verified_at is not null as verified
    from notification_settings s join users u on u.id = s.user_id
    where s.user_id in (select n.user_id from notifications n where n.email = ${when}) and ${isDue}
    limit 1 for update of s skip locked`.execute(tx);
  const [person] = rows;
  if (!person) return false;
  const told = await takeNews(tx, person.id, when);
  if (told.length > 0 && person.verified) {
    await sendMail(tx, person.email, notificationsMail(told, publicUrl, when));
    const noted = when === 'daily' ? sql`digest_on = (now() at time zone 'utc')::date` : sql`emailed_at = now()`;
    await sql`update notification_settings set ${noted} where user_id = ${person.id}`.execute(tx);
  }
  return true;
}

/** Takes the notifications to email and marks them as emailed. Returns those that the person may still see. */
async function takeNews(tx: Executor, userId: string, when: 'soon' | 'daily'): Promise<Emailed[]> {
  const { rows: taken } = await sql<{ id: string; organization_id: string }>`update notifications set email = null
    where user_id = ${userId} and email = ${when} returning id, organization_id`.execute(tx);
  const { rows: workspaces } = await sql<{ id: string; name: string }>`select o.id, o.name from organizations o
    join memberships m on m.organization_id = o.id and m.user_id = ${userId}
    where o.deleted_at is null and o.id = any(${taken.map((row) => row.organization_id)}::uuid[])
    order by o.name, o.id`.execute(tx);
  const told: Emailed[] = [];
  for (const { id: organizationId, name } of workspaces) {
    const ids = taken.filter((row) => row.organization_id === organizationId).map(({ id }) => id);
    const sees = (document: ReturnType<typeof sql>) => seesNow({ id: userId, organizationId }, document);
    for (const row of await rowsOf(tx, { organizationId, userId }, sees, ids))
      told.push({ ...wordsOf(row), workspace: name, organizationId });
  }
  return told;
}
