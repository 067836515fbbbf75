import type { Document, Pagination } from '@sheaf/contract';
import { type RawBuilder, sql } from 'kysely';
import { offsetOf, type PageOf } from '../../../db/paging.ts';
import { notFound } from '../../../errors.ts';
import type { Member } from '../../../http/viewer.ts';
import type { Services } from '../../../services.ts';
import { principalsNow } from '../../access/index.ts';
import { presentDocument } from '../document.present.ts';
import { type DocumentRow, marksOf, readColumns } from '../document-rows.ts';
import { documentConditions, type Filters, joined, viewOf } from '../lists/view.ts';
import { isInTrash, trashedUntil, wasDeletedByItself } from './purge.ts';

type TrashQuery = PageOf & Filters & { sort?: string };

/** Contents of a deleted folder are counted up to this number. */
const maxContents = 10_000;
/** Deeper documents show only the nearest folders above. */
const maxAbove = 50;

/** Only the latest documents that a person deleted in folders of others. */
const maxLent = 1_000;

/**
 * Returns one page of what was deleted from the viewer's accounts, and of what the viewer deleted in folders of others
 * that they may still edit, latest first. A folder stands for everything deleted along with it; `parent_id` lists that.
 */
export async function pageOfTrash(
  services: Services,
  viewer: Member,
  { page, per_page, sort, ...filters }: TrashQuery,
): Promise<{ data: Document[]; pagination: Pagination }> {
  const { place: _, parent_id, ...others } = filters;
  const folderId = parent_id === 'root' ? undefined : parent_id;
  const view = viewOf(viewer, others, sort, 'list');
  const inWorkspace = sql`d.organization_id = ${viewer.membership.organizationId}`;
  const direction = view.descending ? sql`desc` : sql`asc`;
  const order = sort ? sql`${view.column} ${direction}, a.document_id` : sql`a.deleted_at desc, a.document_id`;
  // Uses the columns of document_access for the filters, since deleted documents have no rows there.
  const { rows: found } = await sql<{ ids: string[]; total: number }>`
    with deleted as (select d.id from documents d where ${inWorkspace} and d.owner_id = ${viewer.id} and ${isInTrash}
        and ${folderId ? inDeletedFolder(folderId) : wasDeletedByItself}
      union all
      select d.id from documents d where ${inWorkspace} and d.owner_id <> ${viewer.id} and ${isInTrash}
        and ${folderId ? sql`${inDeletedFolder(folderId)} and ${isLent(viewer, sql`d.parent_id`)}` : sql`${wasDeletedByItself} and ${isLent(viewer, sql`d.id`)}`}
        and edit_reach(d.id, ${principalsNow(viewer)}) > 0),
    trashed as (select d.id as document_id, d.organization_id, d.account_id, d.owner_id as principal_id, d.owner_id = ${viewer.id} as own,
        d.parent_id, d.name_key, d.placed_at as modified_at, coalesce(d.size, -1) as size, d.type, d.format, d.deleted_at
      from deleted join documents d using (id) join source_accounts c on c.id = d.account_id and c.removed_at is null),
    found as materialized (select a.* from trashed a where ${joined(documentConditions(viewer, others, 'list'))})
    select (select count(*) from found) as total, array(select a.document_id from found a order by ${order}
      limit ${per_page} offset ${offsetOf({ page, per_page })}) as ids`.execute(services.db);
  const { ids, total } = found[0]!;
  const rows = ids.length === 0 ? [] : await trashedRows(services, viewer, ids);
  return {
    data: rows.map((row) => presentDocument(services, viewer, row)),
    pagination: { currentPage: page, perPage: per_page, total },
  };
}

/** Returns a deleted document of the viewer's, with the topmost folder that was deleted along with it. */
export async function trashedDocument(
  services: Services,
  viewer: Member,
  id: string,
): Promise<{ name: string; top: Document }> {
  const { rows } = await sql<{ name: string; top: string }>`with recursive up as (
      select d.id, d.name, d.parent_id, d.deleted_at, 0 as steps from documents d
        join source_accounts c on c.id = d.account_id and c.removed_at is null
      where d.id = ${id} and d.organization_id = ${viewer.membership.organizationId} and d.owner_id = ${viewer.id} and ${isInTrash}
      union all
      select p.id, p.name, p.parent_id, p.deleted_at, up.steps + 1
      from up join documents p on p.id = up.parent_id and p.deleted_at = up.deleted_at)
    select (select name from up where steps = 0) as name, id as top from up order by steps desc limit 1`.execute(
    services.db,
  );
  const [found] = rows;
  if (!found) throw notFound('This document');
  const [top] = await trashedRows(services, viewer, [found.top]);
  return { name: found.name, top: presentDocument(services, viewer, top!) };
}

const inDeletedFolder = (folderId: string) => sql`exists (select 1 from documents folder
  where folder.id = ${folderId} and folder.id = d.parent_id and folder.deleted_at = d.deleted_at)`;

/** SQL: whether the viewer deleted this document of others from a folder that still exists. */
const isLent = ({ id, membership }: Member, document: RawBuilder<unknown>) => sql`${document} = any(array(
  select x.id from (select distinct a.document_id from (select document_id from document_activity
      where user_id = ${id} and organization_id = ${membership.organizationId} and kind = 'deleted'
      order by id desc limit ${sql.lit(maxLent)}) a) a
    join documents x on x.id = a.document_id join documents folder on folder.id = x.parent_id
  where folder.deleted_at is null and folder.gone_at is null))`;

/** Reads documents as lists show them, with where they were and when they are deleted for good. */
async function trashedRows({ db }: Services, viewer: Member, ids: readonly string[]): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`
    with recursive page as materialized (
      select d.*, page.place, d.owner_id = ${viewer.id} as own,
        case when d.owner_id <> ${viewer.id} then edit_reach(d.id, ${principalsNow(viewer)}) end as edit_reach from unnest(${[...ids]}::uuid[]) with ordinality as page (id, place)
      join documents d on d.id = page.id and d.organization_id = ${viewer.membership.organizationId}
    ), above as (
      select page.id as document_id, p.id, p.name, p.parent_id, 1 as steps, coalesce(page.edit_reach, ${sql.lit(maxAbove)}) as most from page join documents p on p.id = page.parent_id
      union all
      select above.document_id, p.id, p.name, p.parent_id, above.steps + 1, above.most from above
      join documents p on p.id = above.parent_id where above.steps < least(above.most, ${sql.lit(maxAbove)})
    ), location as (
      select document_id, json_agg(json_build_object('id', id, 'name', name) order by steps desc) as folders
      from above group by document_id
    )
    select ${readColumns}, d.edit_reach, null::text as version, 0 as attachments, false as shared, null::text as thumbnail,
      d.deleted_at, ${trashedUntil} as deleted_until, coalesce(inside.contents, 0) as deleted_contents,
      ${marksOf(viewer)}
    from page d
    join source_accounts c on c.id = d.account_id
    join users u on u.id = d.owner_id
    left join location on location.document_id = d.id
    left join lateral (
      with recursive below (id) as (
        select x.id from documents x where x.parent_id = d.id and x.deleted_at = d.deleted_at
        union all
        select x.id from documents x join below on x.parent_id = below.id where x.deleted_at = d.deleted_at)
      select count(*)::int as contents from (select 1 from below limit ${sql.lit(maxContents)}) few) inside on d.kind = 'folder'
    order by d.place`.execute(db);
  return rows;
}
