import type { SharePermission } from '@sheaf/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { lockAccountsOf } from '../access/index.ts';
import { shareFor } from '../sharing/index.ts';
import { isStillTheirs, maxPending } from './pending.queries.ts';
import { deleteServed } from './requests.queries.ts';

interface Sharing {
  shared_by: string;
  name: string;
  email: string;
  permission: SharePermission;
  /** Null if none of the documents is still the sharer's. */
  ids: string[] | null;
  shares: string[];
}

/**
 * Shares with a new member what waited for their invitation or for requests to invite them, which need no approval any
 * longer. Runs in the transaction of joining, under the lock of the organization.
 */
export async function sharePendingWith(
  tx: Executor,
  organizationId: string,
  { id, email, invitationId }: { id: string; email: string; invitationId: string },
): Promise<void> {
  const requested = sql`select r.id from invite_requests r where r.organization_id = ${organizationId}
    and r.email = ${email.toLowerCase()} and r.declined_at is null`;
  const waiting = sql`(p.invitation_id = ${invitationId} or p.request_id in (${requested}))`;
  await shareWaiting(tx, organizationId, id, waiting, { quietly: true });
  await deleteServed(tx, organizationId, email);
}

/** Shares what waited for a request with a person who has become a member. */
export async function shareRequested(
  tx: Executor,
  organizationId: string,
  { id, requestId }: { id: string; requestId: string },
): Promise<void> {
  await shareWaiting(tx, organizationId, id, sql`p.request_id = ${requestId}`, { quietly: false });
}

async function shareWaiting(
  tx: Executor,
  organizationId: string,
  userId: string,
  waiting: RawBuilder<unknown>,
  how: { quietly: boolean },
): Promise<void> {
  const { rows } = await sql<Sharing>`select p.shared_by, u.name, u.email, p.permission,
      array_agg(p.document_id order by p.document_id) filter (where ${isStillTheirs}) as ids, array_agg(p.id) as shares
    from (select p.id, p.organization_id, p.document_id, p.shared_by, p.permission from pending_shares p
      where ${waiting} order by p.invitation_id nulls last, p.request_id limit ${maxPending}) p
    join users u on u.id = p.shared_by
    group by p.shared_by, u.name, u.email, p.permission order by p.shared_by, p.permission`.execute(tx);
  // Locked together: one after the other, two transactions could wait for each other.
  await lockAccountsOf(
    tx,
    rows.flatMap(({ ids }) => ids ?? []),
  );
  for (const { shared_by, name, email, permission, ids } of rows) {
    const sharer = { id: shared_by, name, email, from: null, membership: { organizationId } };
    const asked = { inviting_ids: [userId], document_ids: ids ?? [], ...(permission === 'edit' && { permission }) };
    if (asked.document_ids.length > 0) await shareFor(tx, sharer, asked, how);
  }
  await sql`delete from pending_shares where id = any(${rows.flatMap(({ shares }) => shares)}::uuid[])`.execute(tx);
}
