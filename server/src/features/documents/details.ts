import type { Document, DocumentDetails } from '@sheaf/contract';
import { sql } from 'kysely';
import { notFound } from '../../errors.ts';
import { imageUrl } from '../../http/images.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { sourceName } from '../sources/index.ts';
import { requestRun } from '../sync/index.ts';
import { noteOnce } from './activity.ts';
import { presentDocument } from './document.present.ts';
import { type DocumentRow, rowsOf } from './document-rows.ts';
import { mustSee } from './seen.ts';

const mostNamed = 100;
const mostCopies = 20;

/** As lists show it, or the answer is that there is no such document. */
export async function oneDocument(services: Services, viewer: Member, id: string): Promise<Document> {
  return presentDocument(services, viewer, await oneRow(services, viewer, id));
}

async function oneRow({ db }: Services, viewer: Member, id: string): Promise<DocumentRow> {
  const [row] = await rowsOf(db, viewer, [id]);
  if (!row) throw notFound('This document');
  return row;
}

export async function documentDetails(services: Services, viewer: Member, id: string): Promise<DocumentDetails> {
  const row = await oneRow(services, viewer, id);
  const [path, access, copies] = await Promise.all([
    pathOf(services, viewer, id),
    accessTo(services, viewer, id, row.own),
    copiesOf(services, viewer, id),
  ]);
  const document = presentDocument(services, viewer, row);
  return {
    ...document,
    created_at: row.created_at.toISOString(),
    path,
    access,
    also_in: copies,
    office_viewer_url: officeViewerUrl(services, document),
  };
}

const officeTypes: readonly string[] = ['word', 'excel', 'point'];

/** The viewer fetches the file itself, by the path signed for whoever looks. */
function officeViewerUrl({ config }: Services, { type, local_path }: Document): string | null {
  if (!config.officeViewer || !local_path || !officeTypes.includes(type)) return null;
  const file = `${config.publicUrl}/storage/${local_path}`;
  return `https://view.officeapps.live.com/op/embed.aspx?src=${encodeURIComponent(file)}`;
}

/** Folders above, outermost first; it ends where one may not see further up. */
async function pathOf({ db }: Services, viewer: Member, id: string) {
  const { rows } = await sql<{ id: string; name: string }>`with recursive up as (
      select parent_id, 0 as depth from documents where id = ${id}
      union all
      select d.parent_id, up.depth + 1 from up
      join document_access a on a.document_id = up.parent_id and a.user_id = ${viewer.id}
      join documents d on d.id = up.parent_id where up.depth < 500
    )
    select d.id, d.name from up
    join document_access a on a.document_id = up.parent_id and a.user_id = ${viewer.id}
    join documents d on d.id = up.parent_id order by up.depth desc`.execute(db);
  return rows;
}

interface AccessRow {
  id: string;
  name: string;
  email: string;
  avatar_key: string | null;
  owner: boolean;
  via_id: string | null;
  via_name: string | null;
}

/** The owner, then whom it is shared with and by which folder. */
async function accessTo({ db }: Services, viewer: Member, id: string, own: boolean) {
  const { rows } = await sql<AccessRow>`with recursive up as (
      select id, parent_id, name, 0 as depth from documents where id = ${id}
      union all
      select d.id, d.parent_id, d.name, up.depth + 1 from up join documents d on d.id = up.parent_id where up.depth < 500
    ), shared as (
      select distinct on (s.user_id) s.user_id, up.depth, up.id, up.name
      from up join document_shares s on s.document_id = up.id order by s.user_id, up.depth
    )
    select u.id, u.name, u.email, u.avatar_key, a.own as owner,
      case when shared.depth > 0 then shared.id end as via_id, case when shared.depth > 0 then shared.name end as via_name
    from document_access a join users u on u.id = a.user_id left join shared on shared.user_id = a.user_id
    where a.document_id = ${id} and (${own} or a.own or a.user_id = ${viewer.id})
    order by a.own desc, lower(u.name), u.id limit ${mostNamed}`.execute(db);
  // Whom a folder is shared with, but who may not see that folder's name, cannot be: sharing it is what shows it.
  return rows.map(({ id: userId, name, email, avatar_key, owner, via_id, via_name }) => ({
    id: userId,
    name,
    email,
    avatar: imageUrl(avatar_key),
    owner,
    via: via_id && via_name !== null ? { id: via_id, name: via_name } : null,
  }));
}

async function copiesOf({ db }: Services, viewer: Member, id: string) {
  const { rows } = await sql<{ id: string; name: string; account_id: string; account: string; source: string }>`
    select o.id, o.name, c.id as account_id, c.name as account, c.source
    from documents d
    join documents o on o.organization_id = d.organization_id and o.sha256 = d.sha256 and o.id <> d.id
    join document_access a on a.document_id = o.id and a.user_id = ${viewer.id}
    join source_accounts c on c.id = o.account_id
    where d.id = ${id} and d.size > 0 order by o.name_key, o.id limit ${mostCopies}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    account: { id: row.account_id, name: row.account },
    source: { slug: row.source, name: sourceName(row.source) },
  }));
}

/** Noted; and bytes that are not here yet are fetched before all others. */
export async function openDocument({ db }: Services, viewer: Member, id: string): Promise<void> {
  await mustSee(db, viewer, [id]);
  await db.transaction().execute(async (tx) => {
    await noteOnce(tx, viewer, [id], 'opened');
    const { rows } = await sql<{ id: string; organization_id: string }>`with wanted as (
        update documents set wanted_at = now() where id = ${id} and content in ('pending', 'failed') returning account_id)
      select c.id, c.organization_id from wanted join source_accounts c on c.id = wanted.account_id
      where c.status in ('connected', 'error') and c.secrets is not null`.execute(tx);
    if (rows[0]) await requestRun(tx, rows[0], ['running', 'paused']);
  });
}
