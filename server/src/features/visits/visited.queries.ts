import { sql } from 'kysely';
import { offsetOf, type PageOf } from '../../db/paging.ts';
import { oneByOne } from '../../db/plan-hints.ts';
import type { Executor } from '../../db/pool.ts';
import { isTheirs, joinLive } from '../links/index.ts';
import type { Pass } from './pass.ts';

/** A document as visitors see it, with the facts needed to send its bytes. */
export interface VisitedRow {
  id: string;
  organization_id: string;
  name: string;
  kind: 'file' | 'folder' | 'native' | 'link';
  type: string;
  mime_type: string | null;
  exported_as: string | null;
  content: 'none' | 'pending' | 'stored' | 'failed';
  sha256: Buffer | null;
  size: number | null;
  stored_size: number | null;
  modified_at: Date;
  /** Null for folders that the source doesn't date. */
  updated_at: Date | null;
  downloads: boolean;
  /** The person who made the link. */
  link_user_id: string;
}

const columns = sql`d.id, d.organization_id, d.name, d.kind, d.type, d.mime_type, d.exports->>0 as exported_as, d.content,
  d.sha256, d.size, d.stored_size, d.modified_at,
  case when d.kind = 'folder' then d.remote_modified_at else d.modified_at end as updated_at, l.downloads,
  l.user_id as link_user_id`;

/** SQL, for `with`: the link of a visit, if it works and still has the password of the visit. */
const live = ({ linkId, passwordVersion }: Pass) => sql`live as materialized (
    select l.id, l.organization_id, l.user_id, l.document_id, l.downloads from public_links l ${joinLive}
    where l.id = ${linkId} and l.password_version = ${passwordVersion})`;

/**
 * The document, if it is the linked one or below it at this moment, with the folders above it from the linked one on.
 * Nothing else is ever read by a link.
 */
export async function findVisited(
  db: Executor,
  pass: Pass,
  documentId: string,
): Promise<(VisitedRow & { path: { id: string; name: string }[] | null }) | undefined> {
  const { rows } = await sql<VisitedRow & { path: { id: string; name: string }[] | null }>`with recursive ${live(pass)},
    up as (
      select d.id, d.parent_id, d.name, 0 as depth from live l
      join documents d on d.id = ${documentId} and d.organization_id = l.organization_id
      union all
      select p.id, p.parent_id, p.name, up.depth + 1 from up
      join live l on l.document_id <> up.id
      join documents p on p.id = up.parent_id where up.depth < 500)
    select ${columns},
      (select json_agg(json_build_object('id', up.id, 'name', up.name) order by up.depth desc) from up where up.depth > 0) as path
    from live l join documents d on d.id = ${documentId} and d.organization_id = l.organization_id
    where exists (select 1 from up where up.id = l.document_id) and ${isTheirs(sql`d.id`)}`.execute(db);
  return rows[0];
}

/** A page of a folder's content that the visit sees. */
export async function findInside(
  db: Executor,
  pass: Pass,
  folderId: string,
  page: PageOf,
): Promise<(VisitedRow & { total: number })[]> {
  // Only few columns are sorted and counted, since a folder may hold a hundred thousand documents. Their account is the
  // folder's, which was checked.
  const { rows } = await sql<VisitedRow & { total: number }>`with ${live(pass)},
    inside as materialized (
      select d.id, d.kind = 'folder' as is_folder, d.name_key
      from live l join documents d on d.parent_id = ${folderId} and d.organization_id = l.organization_id
      cross join lateral (select from document_access a
        where a.document_id = d.id and a.principal_id = l.user_id and a.own ${oneByOne}) seen),
    page as (
      select id, is_folder, name_key from inside order by is_folder desc, name_key, id
      limit ${page.per_page} offset ${offsetOf(page)})
    select ${columns}, (select count(*) from inside) as total
    from page join documents d on d.id = page.id cross join live l
    order by page.is_folder desc, page.name_key, page.id`.execute(db);
  return rows;
}
