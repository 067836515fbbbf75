import type { NotificationChannel, NotificationKind } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { newId } from '../../platform/uuid.ts';
import { channelsOf, emailOf } from './channels.ts';
import { emailLater } from './email-people.ts';
import type { TextData } from './notification-texts.ts';

/** The documents remembered for a share, to check whether the person still sees one of them. */
const maxDocuments = 20;
/** Shares from one person to another within this time are one notification while it is unread. */
const windowMinutes = 60;

interface News<Kind extends NotificationKind> {
  kind: Kind;
  organizationId: string;
  userId: string;
  /** The thing it is about. A kind has one notification for each subject, which becomes unread again with news. */
  subject: string;
  actorId?: string;
  data: TextData[Kind];
  /** The notification lasts until it is settled, and becomes unread again only if its data changes. */
  lasts?: boolean;
  /** The caller sends an email of its own to people who want one. */
  isEmailedElsewhere?: boolean;
}

/**
 * Notifies a member, in the caller's transaction. Returns how they want to be notified; null if they turned it off,
 * their role has nothing to do with it, or they are no longer a member.
 */
export async function notify<Kind extends Exclude<NotificationKind, 'share'>>(
  tx: Executor,
  { userId, subject, data, ...news }: News<Kind>,
): Promise<NotificationChannel | null> {
  const channels = await notifyAll(tx, { ...news, userIds: [userId], about: [{ subject, data }] });
  return channels.get(userId) ?? null;
}

interface ManyNews<Kind extends NotificationKind> extends Omit<News<Kind>, 'userId' | 'subject' | 'data'> {
  userIds: readonly string[];
  about: readonly Pick<News<Kind>, 'subject' | 'data'>[];
}

/** Same as `notify` for several members and subjects; returns the channel of each member who is notified. */
export async function notifyAll<Kind extends Exclude<NotificationKind, 'share'>>(
  tx: Executor,
  news: ManyNews<Kind>,
): Promise<ReadonlyMap<string, NotificationChannel>> {
  const { organizationId, kind, userIds, about, actorId = null, lasts = false, isEmailedElsewhere = false } = news;
  const channels = await channelsOf(tx, organizationId, userIds, kind);
  const added = [...channels].sort().flatMap(([user_id, channel]) => {
    const email = emailOf(channel, isEmailedElsewhere);
    return about.map(({ subject, data }) => ({ id: newId(), user_id, subject, data, email }));
  });
  if (added.length === 0) return channels;
  const { rows } = await sql<{
    user_id: string;
    email: 'soon' | 'daily' | null;
  }>`insert into notifications as n (id, organization_id, user_id, kind, subject, actor_id, data, email)
    select x.id, ${organizationId}, x.user_id, ${kind}, x.subject, ${actorId}, x.data, x.email
    from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as x (id uuid, user_id uuid, subject uuid, data jsonb, email text)
    on conflict (organization_id, user_id, kind, subject) do update set actor_id = excluded.actor_id, data = excluded.data,
      email = excluded.email, news_at = now(), read_at = null
      where not ${lasts} or n.data <> excluded.data
    returning n.user_id, n.email`.execute(tx);
  for (const when of ['soon', 'daily'] as const) {
    const ids = rows.filter(({ email }) => email === when).map(({ user_id }) => user_id);
    if (ids.length > 0) await emailLater(tx, [...new Set(ids)], when);
  }
  await announceTo(tx, organizationId, [...new Set(rows.map(({ user_id }) => user_id))]);
  return channels;
}

type Settled = Pick<News<NotificationKind>, 'organizationId' | 'kind' | 'subject'>;

/** Deletes a lasting notification that no longer applies. */
export const settle = (tx: Executor, { userId, ...settled }: Settled & { userId: string }): Promise<void> =>
  settleAll(tx, { ...settled, userIds: [userId] });

/** Same as `settle` for several members. */
export async function settleAll(
  tx: Executor,
  { organizationId, userIds, kind, subject }: Settled & { userIds: readonly string[] },
): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`delete from notifications where organization_id = ${organizationId}
    and user_id = any(${[...userIds]}::uuid[]) and kind = ${kind} and subject = ${subject} returning user_id`.execute(
    tx,
  );
  if (rows.length > 0)
    await announceTo(
      tx,
      organizationId,
      rows.map(({ user_id }) => user_id),
    );
}

interface Shared {
  recipient_id: string;
  document_id: string;
}

/**
 * Notifies people of documents shared with them. Further shares within an hour are added to the same notification while
 * it is unread. Returns the people who want an email, which the caller writes.
 */
export async function notifyOfShares(
  tx: Executor,
  { organizationId, sharedBy }: { organizationId: string; sharedBy: string },
  shared: readonly Shared[],
): Promise<ReadonlySet<string>> {
  const byRecipient = Map.groupBy(shared, ({ recipient_id }) => recipient_id);
  const channels = await channelsOf(tx, organizationId, [...byRecipient.keys()], 'share');
  const rows = [...channels].map(([user_id, channel]) => {
    const ids = [...new Set(byRecipient.get(user_id)!.map(({ document_id }) => document_id))];
    return {
      id: newId(),
      user_id,
      number: ids.length,
      document_ids: ids.slice(0, maxDocuments),
      email: emailOf(channel, true),
    };
  });
  if (rows.length > 0) await addShares(tx, organizationId, sharedBy, rows);
  const later = rows.filter(({ email }) => email !== null).map(({ user_id }) => user_id);
  if (later.length > 0) await emailLater(tx, later, 'daily');
  return new Set([...channels].filter(([, channel]) => channel === 'email').map(([id]) => id));
}

async function addShares(
  tx: Executor,
  organizationId: string,
  sharedBy: string,
  rows: readonly { user_id: string }[],
): Promise<void> {
  const ids = rows.map(({ user_id }) => user_id);
  // Serializes concurrent shares, so that they find each other's notification.
  await sql`select pg_advisory_xact_lock(hashtextextended('notifications ' || ${organizationId}::text || ' ' || id, 0))
    from (select id from unnest(${ids}::text[]) x (id) order by id) sorted`.execute(tx);
  const added = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id uuid, user_id uuid, number int,
    document_ids uuid[], email text)`;
  const isNew = sql`d <> all(n.document_ids)`;
  const { rows: joined } = await sql<{ user_id: string }>`update notifications n
    set count = n.count + x.number - (select count(*)::int from unnest(x.document_ids) d where not ${isNew}),
      document_ids = (array(select d from unnest(x.document_ids) d where ${isNew}) || n.document_ids)[:${sql.lit(maxDocuments)}],
      email = coalesce(x.email, n.email), news_at = now()
    from ${added}
    where n.organization_id = ${organizationId} and n.user_id = x.user_id and n.kind = 'share' and n.actor_id = ${sharedBy}
      and n.read_at is null and n.created_at > now() - make_interval(mins => ${windowMinutes})
    returning n.user_id`.execute(tx);
  const done = joined.map(({ user_id }) => user_id);
  await sql`insert into notifications (id, organization_id, user_id, kind, subject, actor_id, document_ids, count, email)
    select x.id, ${organizationId}, x.user_id, 'share', x.id, ${sharedBy}, x.document_ids, x.number, x.email
    from ${added} where x.user_id <> all(${done}::uuid[])`.execute(tx);
  await announceTo(tx, organizationId, ids);
}

/** Sends open event streams the change of these members' notifications; arrives with the commit. */
export async function announceTo(tx: Executor, organizationId: string, userIds: readonly string[]): Promise<void> {
  await sql`select pg_notify('sheaf_notification', ${organizationId}::text || ' ' || id)
    from unnest(${[...userIds]}::text[]) x (id)`.execute(tx);
}
