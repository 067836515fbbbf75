import type { Document, Pagination } from '@sheaf/contract';
import { type RawBuilder, sql } from 'kysely';
import { offsetOf, type PageOf } from '../../db/paging.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { presentDocument } from './document.present.ts';
import { type DocumentRow, rowsOf, theseInOrder } from './document-rows.ts';
import { type Filters, type View, viewOf } from './view.ts';
import { idsAt, keepIds, keepMark, markBefore, memoOf, type ViewMemo } from './view-memo.ts';

/** Lists up to this long are remembered whole; of longer ones, the number and some places. */
const shortList = 10_000;
/** As long as a folder may be and still show its folders first. */
const shortFolder = 100_000;
/** So far a page is found by counting from the start. */
const nearby = 1_000;

type ListQuery = PageOf & Filters & { sort?: string };

/**
 * One page of what somebody sees. The number of all is counted once in each version of what they see; a page is an
 * index range, wherever it lies: from the start, from the end, or from a place that was found before.
 */
export async function pageOfDocuments(
  services: Services,
  viewer: Member,
  { page, per_page, sort, ...filters }: ListQuery,
): Promise<{ data: Document[]; pagination: Pagination }> {
  const view = viewOf(viewer, filters, sort);
  const memo = memoOf(viewer, view.key);
  const total = await totalOf(services, view, memo);
  const offset = offsetOf({ page, per_page });
  const rows = offset >= total ? [] : await rowsAt(services, viewer, view, memo, offset, per_page);
  return {
    data: rows.map((row) => presentDocument(services, viewer, row)),
    pagination: { currentPage: page, perPage: per_page, total },
  };
}

const keyOf = (view: View) => sql`${view.column}::text`;

function orderOf(view: View, backwards = false): RawBuilder<unknown> {
  const direction = view.descending !== backwards ? sql`desc` : sql`asc`;
  const folders = backwards ? sql`(a.format = 'folder') asc, ` : sql`(a.format = 'folder') desc, `;
  return sql`${view.foldersFirst ? folders : sql``}${view.column} ${direction}, a.document_id ${direction}`;
}

/** Counts, and of a short list remembers what it consists of. */
async function totalOf({ db }: Services, view: View, memo: ViewMemo): Promise<number> {
  if (memo.total !== undefined) return memo.total;
  const { rows } = await sql<{
    total: number;
  }>`select count(*) as total from document_access a where ${view.where}`.execute(db);
  const { total } = rows[0]!;
  if (total <= (view.foldersFirst ? shortFolder : shortList)) {
    const list = await sql<{ id: string }>`select a.document_id as id from document_access a where ${view.where}
      order by ${orderOf(view)} limit ${total}`.execute(db);
    keepIds(
      memo,
      list.rows.map(({ id }) => id),
    );
  }
  memo.total = total;
  return total;
}

async function rowsAt(
  services: Services,
  viewer: Member,
  view: View,
  memo: ViewMemo,
  offset: number,
  count: number,
): Promise<DocumentRow[]> {
  if (memo.ids) {
    const ids = idsAt(memo, offset, count);
    return rowsOf(services.db, viewer, theseInOrder(ids));
  }
  const last = Math.min(count, memo.total! - offset);
  const left = memo.total! - offset - last;
  const start = view.foldersFirst ? null : markBefore(memo, offset);
  const rows =
    left < offset - (start?.at ?? 0) && left < offset
      ? await walk(services, viewer, view, { skip: left, count: last, backwards: true })
      : await walk(services, viewer, view, { skip: offset - (start?.at ?? 0), count, from: start?.mark });
  if (offset > nearby && rows[0]) keepMark(memo, offset, { key: rows[0].key!, id: rows[0].id });
  return rows;
}

interface Walk {
  skip: number;
  count: number;
  from?: { key: string; id: string };
  backwards?: boolean;
}

/**
 * Along the index of the order, without touching more than the page itself. The limit stands in the text, and no offset
 * where there is none: PostgreSQL would plan anew each time rather than use a plan made for any of them.
 */
async function walk({ db }: Services, viewer: Member, view: View, { skip, count, from, backwards }: Walk) {
  const bound = from
    ? sql`and (${view.column}, a.document_id) ${view.descending ? sql`<=` : sql`>=`} (${from.key}::${view.cast}, ${from.id}::uuid)`
    : sql``;
  const rows = await rowsOf(
    db,
    viewer,
    sql`select a.document_id as id, row_number() over (order by ${orderOf(view, backwards)}) as place, ${keyOf(view)} as key
      from document_access a where ${view.where} ${bound}
      order by ${orderOf(view, backwards)} limit ${sql.lit(count)} ${skip > 0 ? sql`offset ${skip}` : sql``}`,
  );
  return backwards ? rows.toReversed() : rows;
}
