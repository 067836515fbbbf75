import { type PendingShare, policy, type SharePermission } from '@sheaf/contract';
import { sql } from 'kysely';
import type { OwnerScope } from '../../db/owner-scope.ts';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';
import { newId } from '../../platform/uuid.ts';
import { type Move, recordsetOfMoves } from '../documents/index.ts';

/**
 * SQL: whether a row `p` of pending_shares may still be shared: the document is the sharer's, not in the trash and not
 * being removed with its account, and the sharer is a member who may share.
 */
export const isStillTheirs = sql<boolean>`exists (select from documents d
  join source_accounts a on a.id = d.account_id and a.removed_at is null
  join memberships m on m.organization_id = p.organization_id and m.user_id = p.shared_by
    and m.role = any(${[...policy['documents.share'].roles]}::text[])
  where d.id = p.document_id and d.owner_id = p.shared_by and d.deleted_at is null)`;

/** The limit for each invitation or request, since one transaction shares them all. */
export const maxPending = 1000;
const maxListed = 200;

/** The targets that shares wait for: invitations to be accepted, or requests to be approved. */
export interface Waiting {
  by: 'invitation' | 'request';
  ids: readonly string[];
}

const columnOf = ({ by }: Pick<Waiting, 'by'>) => sql.ref(`${by}_id`);

interface Offered {
  organizationId: string;
  sharedBy: string;
  documentIds: readonly string[];
  /** If omitted: view, and existing pending shares stay as they are. */
  permission?: SharePermission | undefined;
}

/** Adds documents of the sharer's. Returns those that did not wait before, by what they wait for. */
export async function addPending(
  tx: Executor,
  waiting: Waiting,
  { organizationId, sharedBy, documentIds, permission }: Offered,
): Promise<Map<string, string[]>> {
  const column = columnOf(waiting);
  const pairs = waiting.ids.flatMap((target) => documentIds.map((document) => ({ id: newId(), target, document })));
  // target is never null here: it is one of those that are waited for.
  const { rows } = await sql<{ target: string; document: string; is_new: boolean }>`insert into pending_shares as p
      (id, organization_id, document_id, shared_by, permission, ${column})
    select x.id, ${organizationId}, x.document, ${sharedBy}, ${permission ?? 'view'}, x.target
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as x (id uuid, target uuid, document uuid)
    order by x.target, x.document
    on conflict (${column}, document_id) do update set shared_by = excluded.shared_by,
      permission = case when ${permission !== undefined} or p.shared_by <> excluded.shared_by
        then excluded.permission else p.permission end
    returning ${column} as target, document_id as document, xmax = 0 as is_new`.execute(tx);
  await mustBeFew(tx, waiting);
  const added = Map.groupBy(
    rows.filter(({ is_new }) => is_new),
    ({ target }) => target,
  );
  return new Map([...added].map(([target, pairs]) => [target, pairs.map(({ document }) => document)]));
}

async function mustBeFew(tx: Executor, waiting: Waiting): Promise<void> {
  const column = columnOf(waiting);
  const { rows } = await sql`select ${column} from pending_shares where ${column} = any(${[...waiting.ids]}::uuid[])
    group by ${column} having count(*) > ${maxPending} limit 1`.execute(tx);
  if (rows.length > 0)
    throw new AppError(
      'conflict',
      `More than ${maxPending.toLocaleString('en')} documents would be waiting for one person. Share a folder instead.`,
    );
}

/** Moves the pending shares of a request to the invitation. */
export async function movePending(tx: Executor, requestId: string, invitationId: string): Promise<void> {
  await sql`insert into pending_shares as p (id, organization_id, document_id, shared_by, permission, invitation_id)
    select gen_random_uuid(), organization_id, document_id, shared_by, permission, ${invitationId} from pending_shares
    where request_id = ${requestId} order by document_id
    on conflict (invitation_id, document_id) do update set shared_by = excluded.shared_by,
      permission = case when excluded.permission = 'edit' or p.shared_by <> excluded.shared_by
        then excluded.permission else p.permission end`.execute(tx);
  await mustBeFew(tx, { by: 'invitation', ids: [invitationId] });
}

/** Deletes the pending shares of a revoked invitation. */
export async function dropPendingOf(tx: Executor, invitationId: string): Promise<void> {
  await sql`delete from pending_shares where invitation_id = ${invitationId}`.execute(tx);
}

interface Mine {
  organizationId: string;
  sharedBy: string;
  documentIds: readonly string[];
}

const mineOf = ({ organizationId, sharedBy, documentIds }: Mine) =>
  sql`p.organization_id = ${organizationId} and p.shared_by = ${sharedBy}
    and p.document_id = any(${[...documentIds]}::uuid[])`;

/** The people these documents of the sharer's wait for, by email address. */
export async function listPending(db: Executor, mine: Mine): Promise<PendingShare[]> {
  const { rows } = await sql<PendingShare>`select coalesce(i.id, r.id) as id, coalesce(i.email, r.email) as email,
      case when r.declined_at is not null then 'declined' when r.id is not null then 'requested'
        when i.expires_at <= now() then 'expired' else 'invited' end as state,
      count(*) as documents, case when bool_and(p.permission = 'edit') then 'edit' else 'view' end as permission
    from pending_shares p left join invitations i on i.id = p.invitation_id
    left join invite_requests r on r.id = p.request_id
    where ${mineOf(mine)} group by i.id, r.id order by 2, 1 limit ${maxListed}`.execute(db);
  return rows;
}

export interface Removed {
  by: 'invitation' | 'request';
  email: string;
  documents: { id: string; name: string }[];
  /** Whether nothing else waits for the invitation or request. */
  isLast: boolean;
}

/** Deletes the pending shares of these documents for this invitation or request; undefined if there were none. */
export async function removePending(tx: Executor, id: string, mine: Mine): Promise<Removed | undefined> {
  const { rows } = await sql<{ by: 'invitation' | 'request'; email: string; id: string; name: string }>`
    with removed as (delete from pending_shares p where ${mineOf(mine)} and (p.invitation_id = ${id} or p.request_id = ${id})
      returning p.document_id, p.invitation_id, p.request_id)
    select case when i.id is null then 'request' else 'invitation' end as by, coalesce(i.email, r.email) as email, d.id, d.name
    from removed x join documents d on d.id = x.document_id
    left join invitations i on i.id = x.invitation_id left join invite_requests r on r.id = x.request_id
    order by d.name_key`.execute(tx);
  const [first] = rows;
  if (!first) return undefined;
  const { rows: left } = await sql`select from pending_shares where invitation_id = ${id} or request_id = ${id}
    limit 1`.execute(tx);
  return {
    by: first.by,
    email: first.email,
    documents: rows.map(({ id, name }) => ({ id, name })),
    isLast: left.length === 0,
  };
}

/**
 * The documents shared with an invitation, for the email that names them; with several sharers, those of the last one.
 */
export async function offeredWith(
  tx: Executor,
  invitationId: string,
): Promise<{ by: string; documents: string[] } | undefined> {
  const { rows } = await sql<{ by: string; documents: string[] }>`select u.name as by,
      array_agg(d.name order by d.name_key, d.id) as documents
    from pending_shares p join users u on u.id = p.shared_by join documents d on d.id = p.document_id
    where p.invitation_id = ${invitationId} and ${isStillTheirs}
    group by u.id order by max(p.created_at) desc, u.id limit 1`.execute(tx);
  return rows[0];
}

/** A document that replaces another inherits its pending shares. */
export async function inheritPending(tx: Executor, moves: readonly Move[]): Promise<void> {
  await sql`update pending_shares p set document_id = x.id from ${recordsetOfMoves(moves)}
    where p.document_id = x.place and not exists (select from pending_shares own where own.document_id = x.id
      and (own.invitation_id = p.invitation_id or own.request_id = p.request_id))`.execute(tx);
}

/** Deletes up to `max` pending shares of a member or organization that is being removed; returns how many. */
export async function deletePendingBatch(
  tx: Executor,
  { organizationId, userId }: OwnerScope,
  max: number,
): Promise<number> {
  const mine = userId === undefined ? sql`` : sql`and shared_by = ${userId}`;
  const { numAffectedRows } = await sql`delete from pending_shares where id in (
    select id from pending_shares where organization_id = ${organizationId} ${mine} limit ${max})`.execute(tx);
  return Number(numAffectedRows);
}
