import type { Document, DocumentDetails } from '@sheaf/contract';
import { sql } from 'kysely';
import { notFound } from '../../errors.ts';
import { imageUrl } from '../../http/images.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { isNotHidden, principals, sees } from '../access/index.ts';
import { pageOfMessages, picturesOf } from '../messages/index.ts';
import { sourceName } from '../sources/index.ts';
import { presentDocument } from './document.present.ts';
import { type DocumentRow, rowsOf } from './document-rows.ts';

const maxNamed = 100;
const maxCopies = 20;

/** Returns a document as lists show it, or throws "not found". */
export async function oneDocument(services: Services, viewer: Member, id: string): Promise<Document> {
  return presentDocument(services, viewer, await oneRow(services, viewer, id));
}

/** Returns documents as lists show them, in this order, without those that the viewer may not see. */
export async function documentsByIds(services: Services, viewer: Member, ids: readonly string[]): Promise<Document[]> {
  if (ids.length === 0) return [];
  return (await rowsOf(services.db, viewer, ids)).map((row) => presentDocument(services, viewer, row));
}

async function oneRow({ db }: Services, viewer: Member, id: string): Promise<DocumentRow> {
  const [row] = await rowsOf(db, viewer, [id]);
  if (!row) throw notFound('This document');
  return row;
}

export async function documentDetails(services: Services, viewer: Member, id: string): Promise<DocumentDetails> {
  const row = await oneRow(services, viewer, id);
  const [path, access, links, copies, thread, { messages, next }] = await Promise.all([
    pathOf(services, viewer, id),
    accessTo(services, viewer, id, row.own),
    row.own ? linksTo(services, viewer, id) : [],
    copiesOf(services, viewer, id),
    threadWith(services, viewer, row),
    pageOfMessages(services.db, viewer, row, null),
  ]);
  const document = presentDocument(services, viewer, row);
  return {
    ...document,
    // Online documents and threads have no size at the source, but their stored copies do.
    size: document.size ?? (document.content === 'stored' ? row.stored_size : null),
    messages,
    next_message: next,
    thread,
    created_at: row.created_at.toISOString(),
    path,
    access,
    public_links: links,
    also_in: copies,
    office_viewer_url: officeViewerUrl(services, document),
  };
}

/** Returns further messages of a thread, beyond those in its details. */
export async function messagesOf(services: Services, viewer: Member, id: string, after: string | undefined) {
  return pageOfMessages(services.db, viewer, await oneRow(services, viewer, id), after ?? null);
}

export async function messagePictures(services: Services, viewer: Member, id: string, message: string) {
  return picturesOf(services, await oneRow(services, viewer, id), message);
}

/** The thread that an attachment belongs to. */
async function threadWith({ db }: Services, viewer: Member, { account_id, thread_remote_id }: DocumentRow) {
  if (thread_remote_id === null) return null;
  const { rows } = await sql<{ id: string; name: string }>`select d.id, d.name from documents d
    where d.account_id = ${account_id} and d.remote_id = ${thread_remote_id} and ${sees(viewer, sql`d.id`)}`.execute(
    db,
  );
  return rows[0] ?? null;
}

const officeTypes: readonly string[] = ['word', 'excel', 'point'];

/** The address of Microsoft's viewer, which fetches the file itself by the path signed for this person. */
function officeViewerUrl({ config }: Services, { type, local_path }: Document): string | null {
  if (!config.officeViewer || !local_path || !officeTypes.includes(type)) return null;
  const file = `${config.publicUrl}/storage/${local_path}`;
  return `https://view.officeapps.live.com/op/embed.aspx?src=${encodeURIComponent(file)}`;
}

/** The folders above, outermost first, up to the last one the viewer may see. */
async function pathOf({ db }: Services, viewer: Member, id: string) {
  const { rows } = await sql<{ id: string; name: string }>`with recursive up as (
      select parent_id, 0 as depth from documents where id = ${id}
      union all
      select d.parent_id, up.depth + 1 from up
      join documents d on d.id = up.parent_id where up.depth < 500 and ${sees(viewer, sql`d.id`)}
    )
    select d.id, d.name from up
    join documents d on d.id = up.parent_id where ${sees(viewer, sql`d.id`)} order by up.depth desc`.execute(db);
  return rows;
}

interface AccessRow {
  kind: 'user' | 'group';
  id: string;
  name: string;
  email: string;
  avatar_key: string | null;
  owner: boolean;
  via_id: string | null;
  via_name: string | null;
}

/** The owner, then groups and people it is shared with, and through which folder. */
async function accessTo({ db }: Services, viewer: Member, id: string, own: boolean) {
  const { rows } = await sql<AccessRow>`with recursive up as (
      select id, parent_id, name, 0 as depth from documents where id = ${id}
      union all
      select d.id, d.parent_id, d.name, up.depth + 1 from up join documents d on d.id = up.parent_id where up.depth < 500
    ), shared as (
      select distinct on (s.principal_id) s.principal_id, up.depth, up.id, up.name
      from up join document_shares s on s.document_id = up.id and s.state in ('live', 'filling') order by s.principal_id, up.depth
    )
    select case when g.id is null then 'user' else 'group' end as kind, a.principal_id as id, coalesce(u.name, g.name) as name,
      coalesce(u.email, '') as email, u.avatar_key, a.own as owner,
      case when shared.depth > 0 then shared.id end as via_id, case when shared.depth > 0 then shared.name end as via_name
    from document_access a left join users u on u.id = a.principal_id
    left join groups g on g.id = a.principal_id and g.deleted_at is null
    left join shared on shared.principal_id = a.principal_id
    where a.document_id = ${id} ${isNotHidden(viewer, 'a')} and (u.id is not null or g.id is not null)
      and (${own} or a.own or a.principal_id = any(${principals(viewer)}))
    order by a.own desc, coalesce(g.is_everyone, false) desc, g.id is null, lower(coalesce(u.name, g.name)), a.principal_id limit ${maxNamed}`.execute(
    db,
  );
  // Everyone a folder is shared with may see its name, so this reveals nothing.
  return rows.map(({ kind, id: principalId, name, email, avatar_key, owner, via_id, via_name }) => ({
    kind,
    id: principalId,
    name,
    email,
    avatar: imageUrl(avatar_key),
    owner,
    via: via_id && via_name !== null ? { id: via_id, name: via_name } : null,
  }));
}

/** The viewer’s active public links to the document and the folders above it, nearest first. */
async function linksTo({ db }: Services, viewer: Member, id: string): Promise<DocumentDetails['public_links']> {
  const { rows } = await sql<{
    id: string;
    name: string;
    depth: number;
    expires_at: Date | null;
    has_password: boolean;
  }>`
    with recursive up as (
      select id, parent_id, name, 0 as depth from documents where id = ${id}
      union all
      select d.id, d.parent_id, d.name, up.depth + 1 from up join documents d on d.id = up.parent_id where up.depth < 500)
    select up.id, up.name, up.depth, l.expires_at, l.password_hash is not null as has_password
    from up join public_links l on l.document_id = up.id and l.user_id = ${viewer.id}
    join organizations o on o.id = l.organization_id and o.links_allowed
    where l.expires_at is null or l.expires_at > now() order by up.depth`.execute(db);
  return rows.map(({ id: folderId, name, depth, expires_at, has_password }) => ({
    via: depth > 0 ? { id: folderId, name } : null,
    expires_at: expires_at?.toISOString() ?? null,
    has_password,
  }));
}

interface CopyRow {
  id: string;
  name: string;
  account_id: string;
  account: string;
  display_name: string | null;
  source: string;
}

async function copiesOf({ db }: Services, viewer: Member, id: string) {
  const { rows } = await sql<CopyRow>`
    select o.id, o.name, c.id as account_id, c.name as account, case when o.owner_id = ${viewer.id} then c.display_name end as display_name,
      c.source
    from documents d
    join documents o on o.organization_id = d.organization_id and o.sha256 = d.sha256 and o.id <> d.id
    join source_accounts c on c.id = o.account_id
    where d.id = ${id} and d.size > 0 and ${sees(viewer, sql`o.id`)} order by o.name_key, o.id limit ${maxCopies}`.execute(
    db,
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    account: { id: row.account_id, name: row.account, display_name: row.display_name },
    source: { slug: row.source, name: sourceName(row.source) },
  }));
}
