import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

/** A person gets at most one email of a workspace in this time, about everything shared. */
export const newsIntervalSeconds = 5 * 60;

/** How many emails one person's shares may cause in an hour. The others are sent when the hour is over. */
export const maxMailsOfSender = { times: 500, seconds: 3600 };

export interface News {
  recipient_id: string;
  document_id: string;
  /** Null: shared with the person. */
  group_id: string | null;
}

/** Adds to the recipient's next email, which is due now or when the interval since the last one is over. */
export async function addNews(
  tx: Executor,
  { organizationId, sharedBy }: { organizationId: string; sharedBy: string },
  news: readonly News[],
): Promise<void> {
  if (news.length === 0) return;
  await sql`insert into share_news (organization_id, recipient_id, document_id, shared_by, group_id)
    select ${organizationId}, n.recipient_id, n.document_id, ${sharedBy}, n.group_id
    from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as n (recipient_id uuid, document_id uuid, group_id uuid)
    order by n.recipient_id, n.document_id on conflict do nothing`.execute(tx);
  const recipients = [...new Set(news.map(({ recipient_id }) => recipient_id))];
  await sql`insert into share_digests as d (organization_id, recipient_id, due_at)
    select ${organizationId}, id, now() from unnest(${recipients}::uuid[]) id order by id
    on conflict (organization_id, recipient_id) do update
      set due_at = least(d.due_at, greatest(now(), d.sent_at + make_interval(secs => ${newsIntervalSeconds})))`.execute(
    tx,
  );
}

export interface Digest {
  organization_id: string;
  recipient_id: string;
  /** Null if the person is no longer in the workspace. */
  email: string | null;
}

/** A digest that is due, locked. Skips those that other processes are working on. */
export async function nextDigest(tx: Executor): Promise<Digest | undefined> {
  const { rows } = await sql<Digest>`with due as (
      select organization_id, recipient_id from share_digests where due_at <= now()
      order by due_at limit 1 for update skip locked)
    select due.organization_id, due.recipient_id, u.email from due
    left join memberships m on m.organization_id = due.organization_id and m.user_id = due.recipient_id
    left join users u on u.id = m.user_id`.execute(tx);
  return rows[0];
}

export async function sendersTo(tx: Executor, { organization_id, recipient_id }: Digest): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct shared_by as id from share_news
    where organization_id = ${organization_id} and recipient_id = ${recipient_id} order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

export interface Told {
  by: string;
  id: string;
  name: string;
  kind: string;
  group: string | null;
  is_everyone: boolean | null;
}

/**
 * The shares of these people with the recipient, which are marked as emailed. Leaves out shares that ended meanwhile.
 */
export async function takeNews(tx: Executor, digest: Digest, senders: readonly string[]): Promise<Told[]> {
  const { organization_id, recipient_id } = digest;
  const { rows } = await sql<Told>`with taken as (
      delete from share_news where organization_id = ${organization_id} and recipient_id = ${recipient_id}
        and shared_by = any(${[...senders]}::uuid[]) returning document_id, shared_by, group_id)
    select u.name as by, d.id, d.name, d.kind, g.name as group, g.is_everyone
    from taken t join users u on u.id = t.shared_by
    join documents d on d.id = t.document_id and d.deleted_at is null
    join document_shares s on s.document_id = d.id and s.principal_id = coalesce(t.group_id, ${recipient_id})
      and s.state in ('live', 'filling')
    left join groups g on g.id = t.group_id
    where t.group_id is null or (g.deleted_at is null and (g.is_everyone or exists (select from group_members m
      where m.group_id = g.id and m.user_id = ${recipient_id})))
    order by u.name, u.id, d.name_key, d.id`.execute(tx);
  return rows;
}

/** Schedules the next email for when the remaining shares may be sent; never if none are left. */
export async function noteDigest(
  tx: Executor,
  { organization_id, recipient_id }: Digest,
  { wasSent, nextInSeconds }: { wasSent: boolean; nextInSeconds: number | null },
): Promise<void> {
  await sql`update share_digests set due_at = now() + make_interval(secs => ${nextInSeconds}::float8),
      sent_at = case when ${wasSent} then now() else sent_at end
    where organization_id = ${organization_id} and recipient_id = ${recipient_id}`.execute(tx);
}
