import type { Role } from '@sheaf/contract';
import { sql } from 'kysely';
import { lacksTwoFactor } from '../../db/lacks-two-factor.ts';
import type { Executor } from '../../db/pool.ts';
import { seesAs } from '../access/index.ts';

/** The user of a link, as the audit log names them. */
export interface AskedBy {
  actor_name: string;
  actor_email: string;
  /** Null if the link was made in a browser. */
  key_name: string | null;
}

/** A document with bytes, as a person sees it now. */
export interface StoredFile extends AskedBy {
  id: string;
  organization_id: string;
  role: Role;
  principals: string[];
  name: string;
  kind: 'file' | 'folder' | 'native' | 'link';
  type: string;
  mime_type: string | null;
  /** The export format of a native document. */
  exported_as: string | null;
  content: 'none' | 'pending' | 'stored' | 'failed';
  sha256: Buffer | null;
  stored_size: number | null;
  modified_at: Date;
  thumbnail: 'ready' | 'none' | null;
}

/** The person a path was made for, and the session or API key it was made with. */
export interface Asker {
  userId: string;
  credentialId: string;
}

/**
 * Joins the person only if they may use a link of theirs: verified, a member there, and while the session or key it was
 * made with is valid.
 */
const stillMember = (
  credentialId: string,
) => sql`join memberships m on m.organization_id = a.organization_id and m.user_id = a.user_id
  join organizations o on o.id = m.organization_id and o.deleted_at is null
  join users u on u.id = m.user_id and u.email_verified_at is not null and not ${sql.raw(lacksTwoFactor)}
    and (exists (select 1 from sessions s where s.id = ${credentialId} and s.user_id = u.id and s.expires_at > now())
      or exists (select 1 from api_keys k where k.id = ${credentialId} and k.user_id = u.id
        and k.organization_id = m.organization_id and (k.expires_at is null or k.expires_at > now())))`;

/** SQL: the columns of `AskedBy`, to be used with `stillMember`. */
const askedBy = (credentialId: string) => sql`u.name as actor_name, u.email as actor_email,
    (select k.name from api_keys k where k.id = ${credentialId}) as key_name`;

/** The document, if this person may see it right now. */
export async function findFile(
  db: Executor,
  { userId, credentialId }: Asker,
  id: string,
): Promise<StoredFile | undefined> {
  const { rows } = await sql<StoredFile>`
    select d.id, d.organization_id, m.role, p.principals, d.name, d.kind, d.type, d.mime_type, d.exports->>0 as exported_as,
      d.content, d.sha256, d.stored_size, d.modified_at,
      (select state from thumbnails t where t.organization_id = d.organization_id and t.sha256 = d.sha256) as thumbnail,
      ${askedBy(credentialId)}
    from (select id, organization_id, ${userId}::uuid as user_id from documents where id = ${id}) a ${stillMember(credentialId)}
    join documents d on d.id = a.id
    cross join lateral principals_of(m.organization_id, m.user_id) p (principals)
    where ${seesAs(sql`p.principals`, sql`d.id`)}`.execute(db);
  return rows[0];
}

export interface Zip extends AskedBy {
  id: string;
  organization_id: string;
  role: Role;
  principals: string[];
  name: string;
  document_ids: string[];
}

/** The zip, if it belongs to this person and can still be fetched. */
export async function findZip(db: Executor, { userId, credentialId }: Asker, id: string): Promise<Zip | undefined> {
  const { rows } = await sql<Zip>`select a.id, a.organization_id, m.role,
      principals_of(m.organization_id, m.user_id) as principals, a.name, a.document_ids, ${askedBy(credentialId)}
    from zips a ${stillMember(credentialId)}
    where a.id = ${id} and a.user_id = ${userId} and a.link_id is null and a.expires_at > now()`.execute(db);
  return rows[0];
}

export interface LinkedZip {
  id: string;
  organization_id: string;
  name: string;
  folder_id: string;
}

/** The zip, if it was prepared for this public link and can still be fetched. */
export async function findLinkedZip(db: Executor, linkId: string, id: string): Promise<LinkedZip | undefined> {
  const { rows } = await sql<LinkedZip>`select id, organization_id, name, document_ids[1] as folder_id from zips
    where id = ${id} and link_id = ${linkId} and expires_at > now()`.execute(db);
  return rows[0];
}

export interface AtTransfer extends AskedBy {
  role: Role;
  organization_id: string;
}

/** The person as a member of the workspace where this transfer of theirs was made. */
export async function memberAtTransfer(
  db: Executor,
  { userId, credentialId }: Asker,
  id: string,
): Promise<AtTransfer | undefined> {
  const { rows } = await sql<AtTransfer>`select m.role, m.organization_id, ${askedBy(credentialId)}
    from transfers a ${stillMember(credentialId)} where a.id = ${id} and a.user_id = ${userId}`.execute(db);
  return rows[0];
}

/** The person as a member of this workspace. */
export async function memberIn(
  db: Executor,
  { userId, credentialId }: Asker,
  organizationId: string,
): Promise<(AskedBy & { role: Role }) | undefined> {
  const { rows } = await sql<AskedBy & { role: Role }>`select m.role, ${askedBy(credentialId)}
    from (select ${organizationId}::uuid as organization_id, ${userId}::uuid as user_id) a
    ${stillMember(credentialId)}`.execute(db);
  return rows[0];
}
