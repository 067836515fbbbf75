import { type Document, limits, type Pagination } from '@sheaf/contract';
import { type RawBuilder, sql } from 'kysely';
import { offsetOf, type PageOf } from '../../../db/paging.ts';
import type { Executor } from '../../../db/pool.ts';
import type { Member } from '../../../http/viewer.ts';
import type { Services } from '../../../services.ts';
import { countSeen, seenInOrder } from '../../access/index.ts';
import { sourceHolds } from '../../sources/index.ts';
import { presentDocument } from '../document.present.ts';
import { rowsOf } from '../document-rows.ts';
import { maxRecent } from '../history/recent.ts';
import { pageOfTrash } from '../trash/page-of-trash.ts';
import { nameRouteOf } from './name-route.ts';
import { type Filters, type View, viewOf } from './view.ts';
import { type FoundPage, idsIn, memosOf, pageBefore, type ViewMemo } from './view-memo.ts';

/** Lists up to this length are cached completely; of longer ones, only the total and some pages. */
const shortList = 10_000;
/** Folders up to this length show their folders first. */
const shortFolder = 100_000;

export type ListQuery = PageOf & Filters & { sort?: string };

/**
 * Returns one page of what the viewer sees. The total is counted once per version of their view. A page is an index
 * range wherever it is: from the start, from the end, or from a page that was found before.
 */
export async function pageOfDocuments(
  services: Services,
  viewer: Member,
  { page, per_page, sort, ...filters }: ListQuery,
): Promise<{ data: Document[]; pagination: Pagination }> {
  const asked = { page, per_page, sort, ...filters };
  if (filters.place === 'trash') return pageOfTrash(services, viewer, asked);
  if (filters.place === 'starred') return pageOfChosen(services, viewer, asked, starred);
  if (filters.recent) return pageOfChosen(services, viewer, asked, recent);
  const order = sort ?? (await usualOrder(services, filters));
  const names = filters.search ? await nameRouteOf(services, viewer) : 'list';
  const view = viewOf(viewer, filters, order, names);
  const memo = memosOf(services).of(viewer, view.key);
  const total = await totalOf(services, view, memo);
  const offset = offsetOf({ page, per_page });
  const ids = offset >= total ? [] : await idsAt(services, view, memo, offset, per_page);
  const rows = ids.length === 0 ? [] : await rowsOf(services.db, viewer, ids);
  return {
    data: rows.map((row) => presentDocument(services, viewer, row)),
    pagination: { currentPage: page, perPage: per_page, total },
  };
}

/** A table of documents that a person has used or chosen, and the column for when. */
interface Chosen {
  table: 'recent_documents' | 'starred_documents';
  at: 'used_at' | 'starred_at';
  max: number;
}

const recent: Chosen = { table: 'recent_documents', at: 'used_at', max: maxRecent };
const starred: Chosen = { table: 'starred_documents', at: 'starred_at', max: limits.starsEach };

/** The latest first. These lists are short enough to be read each time, so nothing is cached. */
async function pageOfChosen(
  services: Services,
  viewer: Member,
  { page, per_page, sort, ...filters }: ListQuery,
  { table, at, max }: Chosen,
) {
  const names = filters.search ? await nameRouteOf(services, viewer) : 'list';
  const view = viewOf(viewer, { ...filters, place: undefined, recent: undefined }, sort, names);
  const mine = sql`organization_id = ${viewer.membership.organizationId} and user_id = ${viewer.id}`;
  // Arrays instead of joins: for a new table, PostgreSQL would compare all rows with all.
  const seen = sql`document_access a where ${view.where}
    and a.document_id = any(array(select document_id from ${sql.table(table)} where ${mine}))`;
  const { rows: found } = await (sort
    ? sql<{ id: string }>`select a.document_id as id from ${seen} order by ${orderOf(view)} limit ${sql.lit(max)}`
    : sql<{ id: string }>`select document_id as id from ${sql.table(table)} where ${mine}
        and document_id = any(array(select a.document_id from ${seen}))
        order by ${sql.ref(at)} desc, document_id limit ${sql.lit(max)}`
  ).execute(services.db);
  const offset = offsetOf({ page, per_page });
  const ids = found.slice(offset, offset + per_page).map(({ id }) => id);
  const rows = ids.length === 0 ? [] : await rowsOf(services.db, viewer, ids);
  return {
    data: rows.map((row) => presentDocument(services, viewer, row)),
    pagination: { currentPage: page, perPage: per_page, total: found.length },
  };
}

/** Mail and chats show the newest first; undefined means the default order. */
async function usualOrder({ db }: Services, { parent_id }: Filters): Promise<string | undefined> {
  if (parent_id === undefined || parent_id === 'root') return undefined;
  const { rows } = await sql<{ source: string }>`select c.source from documents d
    join source_accounts c on c.id = d.account_id where d.id = ${parent_id}`.execute(db);
  return rows[0] && sourceHolds(rows[0].source) === 'chats' ? '-updated_at' : undefined;
}

function orderOf(view: View, backwards = false): RawBuilder<unknown> {
  const direction = view.descending !== backwards ? sql`desc` : sql`asc`;
  const folders = backwards ? sql`(a.format = 'folder') asc, ` : sql`(a.format = 'folder') desc, `;
  return sql`${view.foldersFirst ? folders : sql``}${view.column} ${direction}, a.document_id ${direction}`;
}

/** Counts the list, and caches its ids if it is short. */
async function totalOf(services: Services, view: View, memo: ViewMemo): Promise<number> {
  if (memo.total !== undefined) return memo.total;
  const { rows } = await sql<{ total: number }>`${countSeen(view.viewer, view.filters)}`.execute(services.db);
  const { total } = rows[0]!;
  if (total <= (view.foldersFirst ? shortFolder : shortList)) {
    const list = await sql<{ id: string }>`select a.document_id as id from document_access a where ${view.where}
      order by ${orderOf(view)} limit ${total}`.execute(services.db);
    memosOf(services).keepIds(
      memo,
      list.rows.map(({ id }) => id),
    );
  }
  memo.total = total;
  return total;
}

/** Returns the ids of a page, cached or found from the nearest cached page. */
async function idsAt(services: Services, view: View, memo: ViewMemo, offset: number, count: number): Promise<string[]> {
  const { db } = services;
  if (memo.ids) return idsIn(memo.ids, offset, count);
  const size = Math.min(count, memo.total! - offset);
  const near = pageBefore(memo, offset);
  if (near?.at === offset && near.page.ids.length >= size * 16) return idsIn(near.page.ids, 0, size);
  const left = memo.total! - offset - size;
  // With folders first, a single value of the order doesn't determine the position in the list.
  const from = view.foldersFirst ? null : near;
  const skip = offset - (from?.at ?? 0);
  const found =
    left < skip
      ? (await walk(db, view, { skip: left, count: size, backwards: true })).toReversed()
      : await walk(db, view, { skip, count: size, from: from?.page });
  if (found[0]) {
    const ids = found.map(({ id }) => id);
    memosOf(services).keepPage(memo, offset, ids, found[0].key);
    return ids;
  }
  return [];
}

interface Walk {
  skip: number;
  count: number;
  from?: FoundPage;
  backwards?: boolean;
}

/** Reads along the index of the order, from one of its ends or from a cached page. */
async function walk(db: Executor, view: View, { skip, count, from, backwards }: Walk) {
  const bound = from
    ? sql`and (${view.column}, a.document_id) ${view.descending ? sql`<=` : sql`>=`} (${from.key}::${view.cast}, ${idsIn(from.ids, 0, 1)[0]}::uuid)`
    : sql``;
  const page = seenInOrder(view.viewer, {
    // Only columns of the index.
    columns: sql`a.document_id, ${view.column}${view.foldersFirst ? sql`, a.format` : sql``}`,
    where: sql`${view.filters} ${bound}`,
    order: orderOf(view, backwards),
    limit: count,
    offset: skip,
  });
  const { rows } = await sql<{ id: string; key: string }>`select a.document_id as id, ${view.column}::text as key
    from (${page}) a`.execute(db);
  return rows;
}
