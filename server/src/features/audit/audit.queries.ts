import type { AuditAction, AuditDetails, AuditObjectKind } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

export interface EventRow {
  id: string;
  at: Date;
  user_id: string | null;
  actor_name: string | null;
  actor_email: string | null;
  key_name: string | null;
  action: AuditAction;
  object_kind: AuditObjectKind | null;
  object_id: string | null;
  object_name: string | null;
  details: AuditDetails;
  ip: string | null;
  device: string | null;
}

export interface Filters {
  from?: string | undefined;
  to?: string | undefined;
  actor?: string | undefined;
  action?: AuditAction | undefined;
}

/** The last event of the previous page. */
export interface Position {
  at: string;
  id: string;
}

/** Newest first, using the index that fits the filter. */
export async function listEvents(
  db: Executor,
  organizationId: string,
  { from, to, actor, action }: Filters,
  after: Position | null,
  count: number,
): Promise<EventRow[]> {
  const { rows } =
    await sql<EventRow>`select id, at, user_id, actor_name, actor_email, key_name, action, object_kind, object_id,
      object_name, details, ip, device
    from audit_events where organization_id = ${organizationId}
      ${from === undefined ? sql`` : sql`and at >= ${from}::timestamptz`}
      ${to === undefined ? sql`` : sql`and at < ${to}::timestamptz`}
      ${actor === undefined ? sql`` : sql`and user_id = ${actor}`}
      ${action === undefined ? sql`` : sql`and action = ${action}`}
      ${after === null ? sql`` : sql`and (at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`}
    order by at desc, id desc limit ${count}`.execute(db);
  return rows;
}

export interface PersonRow {
  id: string;
  name: string;
  email: string;
}

const maxPeople = 500;

/**
 * Everyone in the log, with their latest names. Looks up one person after another in the index instead of reading all
 * of it.
 */
export async function listPeople(db: Executor, organizationId: string): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`with recursive people as (
      (select user_id, 1 as number from audit_events
        where organization_id = ${organizationId} and user_id is not null order by user_id limit 1)
      union all
      select next.user_id, p.number + 1 from people p cross join lateral (
        select user_id from audit_events where organization_id = ${organizationId} and user_id > p.user_id
        order by user_id limit 1) next
      where p.number < ${maxPeople})
    select p.user_id as id, coalesce(last.actor_name, '') as name, coalesce(last.actor_email, '') as email
    from people p cross join lateral (
      select actor_name, actor_email from audit_events e
      where e.organization_id = ${organizationId} and e.user_id = p.user_id order by at desc, id desc limit 1) last
    order by lower(last.actor_name), p.user_id`.execute(db);
  return rows;
}
