import type { InviteRequest } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { imageUrl } from '../../http/images.ts';
import { newId } from '../../platform/uuid.ts';
import { isStillTheirs } from './pending.queries.ts';

const maxListed = 100;

export interface RequestRow {
  id: string;
  email: string;
}

/**
 * Creates one request for each address, however often the member asks. Addresses declined within a week are left out;
 * older declined requests have been deleted.
 */
export async function upsertRequests(
  tx: Executor,
  { organizationId, userId }: { organizationId: string; userId: string },
  emails: readonly string[],
): Promise<RequestRow[]> {
  const mine = sql`organization_id = ${organizationId} and user_id = ${userId}`;
  await sql`delete from invite_requests where ${mine} and email = any(${[...emails]}::text[])
    and declined_at < now() - interval '7 days'`.execute(tx);
  const { rows } = await sql<RequestRow>`insert into invite_requests as r (id, organization_id, user_id, email)
    select x.id, ${organizationId}, ${userId}, x.email
    from unnest(${emails.map(() => newId())}::uuid[], ${[...emails]}::text[]) x (id, email) order by x.email
    on conflict (organization_id, user_id, email) do update set email = excluded.email where r.declined_at is null
    returning r.id, r.email`.execute(tx);
  return rows;
}

/** Open requests with at least one document that is still the requester's. */
export async function listRequests(db: Executor, organizationId: string): Promise<InviteRequest[]> {
  const { rows } = await sql<{
    id: string;
    email: string;
    user_id: string;
    name: string;
    user_email: string;
    avatar_key: string | null;
    documents: number;
    document: string;
    created_at: Date;
  }>`select r.id, r.email, r.user_id, u.name, u.email as user_email, u.avatar_key, r.created_at, w.documents, w.document
    from invite_requests r join users u on u.id = r.user_id
    cross join lateral (select count(*) as documents, min(d.name) as document from pending_shares p
      join documents d on d.id = p.document_id where p.request_id = r.id and ${isStillTheirs}) w
    where r.organization_id = ${organizationId} and r.declined_at is null and w.documents > 0
    order by r.created_at, r.id limit ${maxListed}`.execute(db);
  return rows.map(({ id, email, user_id, name, user_email, avatar_key, documents, document, created_at }) => ({
    id,
    email,
    user: { id: user_id, name, email: user_email, avatar: imageUrl(avatar_key) },
    documents,
    document,
    created_at: created_at.toISOString(),
  }));
}

export interface OpenRequest extends RequestRow {
  user_id: string;
  /** The requester's name. */
  name: string;
}

export async function findRequest(db: Executor, organizationId: string, id: string): Promise<OpenRequest | undefined> {
  const { rows } = await sql<OpenRequest>`select r.id, r.email, r.user_id, u.name
    from invite_requests r join users u on u.id = r.user_id
    where r.id = ${id} and r.organization_id = ${organizationId} and r.declined_at is null`.execute(db);
  return rows[0];
}

/** Same as above, locked until the transaction ends. */
export async function lockRequest(tx: Executor, organizationId: string, id: string): Promise<OpenRequest | undefined> {
  await sql`select from invite_requests where id = ${id} and organization_id = ${organizationId} for update`.execute(
    tx,
  );
  return findRequest(tx, organizationId, id);
}

export async function markDeclined(tx: Executor, id: string): Promise<void> {
  await sql`update invite_requests set declined_at = now() where id = ${id}`.execute(tx);
}

/** Also deletes the shares that still wait for it. */
export async function deleteRequest(tx: Executor, id: string): Promise<void> {
  await sql`delete from invite_requests where id = ${id}`.execute(tx);
}

/** Deletes requests for a person who has joined and for whom nothing is left to share. */
export async function deleteServed(tx: Executor, organizationId: string, email: string): Promise<void> {
  await sql`delete from invite_requests r where r.organization_id = ${organizationId} and r.email = ${email.toLowerCase()}
    and not exists (select from pending_shares p where p.request_id = r.id)`.execute(tx);
}

/** Deletes pending shares of the request whose documents are no longer the requester's. Returns the remaining ones. */
export async function dropOthers(tx: Executor, requestId: string): Promise<string[]> {
  await sql`delete from pending_shares p where p.request_id = ${requestId} and not ${isStillTheirs}`.execute(tx);
  const { rows } = await sql<{ id: string }>`select document_id as id from pending_shares
    where request_id = ${requestId}`.execute(tx);
  return rows.map(({ id }) => id);
}
