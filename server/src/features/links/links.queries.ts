import type { DocumentType, PublicLink } from '@sheaf/contract';
import { sql } from 'kysely';
import { type OwnerScope, ownedIn } from '../../db/owner-scope.ts';
import { offsetOf, type PageOf } from '../../db/paging.ts';
import type { Executor } from '../../db/pool.ts';
import { sealedTable } from '../../platform/secrets/sealed-table.ts';
import { containing } from '../../platform/text/like-pattern.ts';
import { type Move, recordsetOfMoves } from '../documents/index.ts';
import { joinLive } from './live-link.ts';

export const sealedLinks = sealedTable(
  'public_links',
  (id, secrets) => sql`update public_links set secrets = ${secrets} where id = ${id}`,
);

export interface LinkRow {
  id: string;
  secrets: Buffer;
  document_id: string;
  document: string;
  type: DocumentType;
  user_id: string;
  user_name: string;
  avatar_key: string | null;
  has_password: boolean;
  expires_at: Date | null;
  downloads: boolean;
  visits: number;
  last_visit_at: Date | null;
  created_at: Date;
  state: PublicLink['state'];
  total: number;
}

interface Wanted {
  organizationId: string;
  /** The maker of the links; null for all links. */
  userId: string | null;
  documentId?: string | undefined;
  search?: string | undefined;
  id?: string;
}

/** Newest first, each with whether it works right now. */
export async function findLinks(db: Executor, wanted: Wanted, page: PageOf): Promise<LinkRow[]> {
  const { organizationId, userId, documentId, search, id } = wanted;
  const pattern = search?.trim() ? containing(search.trim()) : null;
  const { rows } =
    await sql<LinkRow>`select l.id, l.secrets, d.id as document_id, d.name as document, d.type, u.id as user_id,
      u.name as user_name, u.avatar_key, l.password_hash is not null as has_password, l.expires_at, l.downloads, l.visits,
      l.last_visit_at, l.created_at, count(*) over () as total,
      case when not w.links_allowed then 'off' when l.expires_at <= now() then 'expired'
        when exists (select 1 from (select 1) x ${joinLive}) then 'active' else 'unavailable' end as state
    from public_links l
    join organizations w on w.id = l.organization_id
    join documents d on d.id = l.document_id
    join memberships member on member.organization_id = l.organization_id and member.user_id = l.user_id
    join users u on u.id = l.user_id
    where l.organization_id = ${organizationId}
      ${userId === null ? sql`` : sql`and l.user_id = ${userId}`}
      ${documentId === undefined ? sql`` : sql`and l.document_id = ${documentId}`}
      ${id === undefined ? sql`` : sql`and l.id = ${id}`}
      ${pattern === null ? sql`` : sql`and (lower(d.name) like ${pattern} or lower(u.name) like ${pattern})`}
    order by l.id desc limit ${page.per_page} offset ${offsetOf(page)}`.execute(db);
  return rows;
}

export interface NewLink {
  id: string;
  organization_id: string;
  document_id: string;
  user_id: string;
  token_hash: Buffer;
  secrets: Buffer;
  password_hash: string | null;
  expires_at: Date | null;
  downloads: boolean;
}

/** Returns false if the person already has a link to the document. */
export async function insertLink(tx: Executor, link: NewLink): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('public_links')
    .values(link)
    .onConflict((conflict) => conflict.columns(['document_id', 'user_id']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function countLinks(tx: Executor, organizationId: string, userId: string): Promise<number> {
  const { rows } = await sql<{ links: number }>`select count(*) as links from public_links
    where organization_id = ${organizationId} and user_id = ${userId}`.execute(tx);
  return rows[0]!.links;
}

export async function linksAllowed(tx: Executor, organizationId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('organizations')
    .select('links_allowed')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return row.links_allowed;
}

export interface LinkChange {
  /** Undefined keeps the password, null removes it. */
  password_hash?: string | null;
  expires_at?: Date | null;
  downloads?: boolean;
}

/** Changes a link of the person's own. Returns its document, or undefined if there is no such link. */
export async function updateLink(
  tx: Executor,
  own: { id: string; organizationId: string; userId: string },
  { password_hash, expires_at, downloads }: LinkChange,
): Promise<LinkedTo | undefined> {
  const { rows } = await sql<LinkedTo>`update public_links l set
      ${password_hash === undefined ? sql`` : sql`password_hash = ${password_hash}, password_version = password_version + 1,`}
      ${expires_at === undefined ? sql`` : sql`expires_at = ${expires_at},`}
      downloads = ${downloads === undefined ? sql`downloads` : downloads}
    from documents d
    where d.id = l.document_id and l.id = ${own.id} and l.organization_id = ${own.organizationId} and l.user_id = ${own.userId}
    returning l.document_id, l.user_id, d.name as document`.execute(tx);
  return rows[0];
}

export interface LinkedTo {
  document_id: string;
  document: string;
  user_id: string;
}

/** Deletes a link of this person, or without one a link of anyone in the organization. */
export async function deleteLink(
  tx: Executor,
  id: string,
  { organizationId, userId }: { organizationId: string; userId: string | null },
): Promise<LinkedTo | undefined> {
  const { rows } = await sql<LinkedTo>`delete from public_links l using documents d
    where d.id = l.document_id and l.id = ${id} and l.organization_id = ${organizationId}
      ${userId === null ? sql`` : sql`and l.user_id = ${userId}`}
    returning l.document_id, l.user_id, d.name as document`.execute(tx);
  return rows[0];
}

export async function addVisits(db: Executor, linkId: string, visits: number): Promise<void> {
  await sql`update public_links set visits = least(visits::bigint + ${visits}, 2147483647)::int, last_visit_at = now()
    where id = ${linkId}`.execute(db);
}

/** Gives a document the links of the document whose place it takes, except for people who already have a link to it. */
export async function inheritLinks(tx: Executor, moves: readonly Move[]): Promise<void> {
  await sql`update public_links l set document_id = x.id from ${recordsetOfMoves(moves)}
    where l.document_id = x.place and not exists (
      select 1 from public_links own where own.document_id = x.id and own.user_id = l.user_id)`.execute(tx);
}

/** Deletes up to `max` links of a member or an organization that is being removed; returns how many. */
export async function deleteLinkBatch(tx: Executor, whose: OwnerScope, max: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from public_links where id in (
    select l.id from public_links l where ${ownedIn(whose, 'l')} limit ${max})`.execute(tx);
  return Number(numAffectedRows);
}
