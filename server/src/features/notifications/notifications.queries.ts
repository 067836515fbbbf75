import { allNotificationKinds, type NotificationKind, type Permission, policy } from '@sheaf/contract';
import { type RawBuilder, sql } from 'kysely';
import { offsetOf, type PageOf } from '../../db/paging.ts';
import type { Executor } from '../../db/pool.ts';

/** For each member; older ones aren't listed and are deleted (delete-expired.ts). */
export const maxKept = 500;

export interface NotificationRow {
  id: string;
  kind: NotificationKind;
  organization_id: string;
  subject: string;
  actor: string | null;
  count: number;
  data: unknown;
  document_id: string | null;
  document: string | null;
  document_kind: string | null;
  news_at: Date;
  read_at: Date | null;
}

/** SQL for whether the recipient sees a document, as of the request or of this moment. */
export type Sees = (documentId: RawBuilder<unknown>) => RawBuilder<boolean>;

const rolesThat = (permission: Permission): string[] => [...policy[permission].roles];

/**
 * SQL: a member's notifications, without those that no longer apply: shares of which they see nothing, answered
 * requests, and accounts that are gone or work again.
 */
const shownTo = ({ organizationId, userId }: { organizationId: string; userId: string }, sees: Sees) => sql`
  select n.id, n.kind, n.organization_id, n.subject, u.name as actor, n.count, n.data, seen.id as document_id,
    seen.name as document, seen.kind as document_kind, n.news_at, n.read_at
  from (select id, kind, organization_id, subject, actor_id, count, data, document_ids, news_at, read_at from notifications
    where organization_id = ${organizationId} and user_id = ${userId} and kind = any(${allNotificationKinds}::text[])
    order by news_at desc, id desc limit ${sql.lit(maxKept)}) n
  left join users u on u.id = n.actor_id
  left join lateral (select d.id, d.name, d.kind from unnest(n.document_ids) with ordinality x (id, place)
    join documents d on d.id = x.id and d.deleted_at is null where ${sees(sql`d.id`)} order by x.place limit 1) seen on true
  where (n.kind <> 'share' or seen.id is not null)
    and (n.kind <> 'access_requested' or exists (select from access_requests r
      join documents d on d.id = r.document_id and d.owner_id = ${userId} and d.deleted_at is null
      where r.id = n.subject and r.declined_at is null))
    and (n.kind <> 'invite_requested' or exists (select from invite_requests r
      join memberships m on m.organization_id = r.organization_id and m.user_id = ${userId}
        and m.role = any(${rolesThat('invites.manage')}::text[])
      join memberships by on by.organization_id = r.organization_id and by.user_id = r.user_id
        and by.role = any(${rolesThat('documents.share')}::text[])
      where r.id = n.subject and r.declined_at is null and exists (select from pending_shares p
        join documents d on d.id = p.document_id and d.owner_id = p.shared_by and d.deleted_at is null
        join source_accounts c on c.id = d.account_id and c.removed_at is null where p.request_id = r.id)))
    and (n.kind <> 'account' or exists (select from source_accounts a where a.id = n.subject and a.user_id = ${userId}
      and a.removed_at is null and a.status not in ('connected', 'disconnected')))`;

export async function listRows(
  db: Executor,
  member: { organizationId: string; userId: string },
  sees: Sees,
  page: PageOf,
): Promise<(NotificationRow & { total: number; unread: number })[]> {
  const { rows } = await sql<
    NotificationRow & { total: number; unread: number }
  >`select s.id, s.kind, s.organization_id,
      s.subject, s.actor, s.count, s.data, s.document_id, s.document, s.document_kind, s.news_at, s.read_at,
      count(*) over () as total, count(*) filter (where s.read_at is null) over () as unread
    from (${shownTo(member, sees)}) s
    order by s.news_at desc, s.id desc limit ${page.per_page} offset ${offsetOf(page)}`.execute(db);
  return rows;
}

/** Those of these ids that are shown, newest first. */
export async function rowsOf(
  db: Executor,
  member: { organizationId: string; userId: string },
  sees: Sees,
  ids: readonly string[],
): Promise<NotificationRow[]> {
  const { rows } =
    await sql<NotificationRow>`select s.id, s.kind, s.organization_id, s.subject, s.actor, s.count, s.data,
      s.document_id, s.document, s.document_kind, s.news_at, s.read_at
    from (${shownTo(member, sees)}) s where s.id = any(${[...ids]}::uuid[])
    order by s.news_at desc, s.id desc`.execute(db);
  return rows;
}

/** Returns which of these ids the member has. */
export async function markRowsRead(
  tx: Executor,
  member: { organizationId: string; userId: string },
  ids: readonly string[] | 'all',
): Promise<string[]> {
  const which = ids === 'all' ? sql`read_at is null` : sql`id = any(${[...ids]}::uuid[])`;
  const { rows } = await sql<{ id: string }>`update notifications set read_at = coalesce(read_at, now())
    where organization_id = ${member.organizationId} and user_id = ${member.userId} and ${which} returning id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}
