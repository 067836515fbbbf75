import type { AccessRequest, SharePermission } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { notFound } from '../../errors.ts';
import { imageUrl } from '../../http/images.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { mustOwn } from '../documents/index.ts';
import { settle } from '../notifications/index.ts';
import { shareWithin } from '../sharing/index.ts';

interface Row {
  id: string;
  document_id: string;
  user_id: string;
  name: string;
  email: string;
  avatar_key: string | null;
  message: string;
  created_at: Date;
}

const maxListed = 100;

/** Lists the open requests. A person who got access in another way needs no answer. */
export async function requestsFor({ db }: Services, viewer: Member, documentId: string): Promise<AccessRequest[]> {
  await mustOwn(db, viewer, [documentId]);
  const { rows } =
    await sql<Row>`select r.id, r.document_id, r.user_id, u.name, u.email, u.avatar_key, r.message, r.created_at
    from access_requests r join users u on u.id = r.user_id
    where r.document_id = ${documentId} and r.declined_at is null and not exists (select from document_access a
      where a.document_id = r.document_id and a.principal_id = any((select principals_of(r.organization_id, r.user_id))::uuid[]))
    order by r.id limit ${maxListed}`.execute(db);
  return rows.map(({ id, document_id, user_id, name, email, avatar_key, message, created_at }) => ({
    id,
    document_id,
    user: { id: user_id, name, email, avatar: imageUrl(avatar_key) },
    message,
    created_at: created_at.toISOString(),
  }));
}

/** The person is notified as for any share. */
export async function grantRequest(
  { db }: Services,
  viewer: Member,
  id: string,
  permission: SharePermission,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { document_id, user_id } = await lockRequest(tx, viewer, id);
    // Leaving out “view” lets a person who can already edit keep that.
    const given = permission === 'edit' ? { permission } : {};
    await shareWithin(tx, viewer, { inviting_ids: [user_id], document_ids: [document_id], ...given });
    await sql`delete from access_requests where id = ${id}`.execute(tx);
    await settleFor(tx, viewer, id);
  });
}

/** The person is not notified. */
export async function declineRequest({ db }: Services, viewer: Member, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockRequest(tx, viewer, id);
    await sql`update access_requests set declined_at = now() where id = ${id}`.execute(tx);
    await settleFor(tx, viewer, id);
  });
}

/** Locks an open request for a document the viewer owns. */
async function lockRequest(tx: Executor, viewer: Member, id: string) {
  const { rows } = await sql<{ document_id: string; user_id: string }>`select r.document_id, r.user_id
    from access_requests r join documents d on d.id = r.document_id and d.owner_id = ${viewer.id} and d.deleted_at is null
    where r.id = ${id} and r.organization_id = ${viewer.membership.organizationId} and r.declined_at is null
    for update of r`.execute(tx);
  if (!rows[0]) throw notFound('This request');
  return rows[0];
}

const settleFor = (tx: Executor, { id, membership }: Member, subject: string) =>
  settle(tx, { organizationId: membership.organizationId, userId: id, kind: 'access_requested', subject });
