import { limits, type Pagination, type SearchPassage, type SearchResult } from '@sheaf/contract';
import { sql } from 'kysely';
import type { PageOf } from '../../db/paging.ts';
import { offsetOf } from '../../db/paging.ts';
import type { Executor } from '../../db/pool.ts';
import { createInFlight } from '../../http/admission/in-flight.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { seenInOrder } from '../access/index.ts';
import { documentsByIds, type Filters } from '../documents/index.ts';
import { type Answering, answeringDocuments } from './answering.ts';
import { rememberSearch } from './history.ts';
import { type ContentHits, contentHits } from './hits/content-hits.ts';
import { maxRanked } from './hits/hit-routes.ts';
import { nameHits, nameRank, similarNames } from './hits/name-hits.ts';
import { spreadHits } from './hits/spread-hits.ts';
import { distinctiveTerms } from './query/distinctive-terms.ts';
import { isQuestion } from './query/is-question.ts';
import { type Scope, scopeOf } from './query/scope.ts';
import { type Asked, type ContentQuery, contentQuery } from './query/search-terms.ts';
import { type Statistics, statisticsOf } from './query/statistics.ts';
import { widened } from './query/widened.ts';
import { maxRelated, relatedDocuments } from './related.ts';
import { nameHighlights } from './results/name-highlights.ts';
import { type FoundPassage, passagesOfPage } from './results/passages-of-page.ts';

type Order = 'relevance' | 'date';
type SearchQuery = PageOf & Filters & { q: string; sort?: Order; remember: boolean };

/** Documents in display order. */
interface Found {
  ids: string[];
  /** Passages with all words, of some or all of these documents. */
  passages: readonly FoundPassage[];
  /** The query they were found by, for highlighting. */
  query: ContentQuery | null;
  /** The documents found by their names. */
  byName: ReadonlySet<string>;
  /** Those of them whose names are only similar to what was typed. */
  byLikeName: ReadonlySet<string>;
  about: number;
  isComplete: boolean;
  order: 'relevance' | 'newest';
  isPartial: boolean;
}

/** With fewer results, a less exact search is worthwhile. */
const scarce = 5;
/** Enough to fill a page whatever else leaves documents out. */
const minWanted = 40;

/** Limits each person in this process: a search takes longer than most calls. Further searches wait, as calls do. */
const enterSearching = createInFlight({ running: 2, waiting: 20 });

export async function findDocuments(
  services: Services,
  viewer: Member,
  query: SearchQuery,
): Promise<{ data: SearchResult[]; pagination: Pagination }> {
  const leave = await enterSearching(viewer.id);
  return search(services, viewer, query).finally(leave);
}

async function search(
  services: Services,
  viewer: Member,
  { q, page, per_page, sort = 'relevance', remember, ...filters }: SearchQuery,
): Promise<{ data: SearchResult[]; pagination: Pagination }> {
  const { db } = services;
  const offset = offsetOf({ page, per_page });
  if (remember) await rememberSearch(db, viewer, q);
  const asked = await distinctiveTerms(q);
  const statistics = await statisticsOf(services, viewer.membership.organizationId);
  const query = await contentQuery(db, asked.wanted, statistics.languages);
  const scope = await scopeOf(services, viewer, asked, statistics.languages, { filters });
  const wanted = Math.min(Math.max(offset + per_page, minWanted), limits.searchResults) + 1;
  const found =
    asked.wanted.length === 0
      ? await newestOf(db, scope, wanted)
      : await matching(db, scope, asked, query, statistics, { wanted, sort });
  const answering =
    sort === 'relevance' && isQuestion(q, asked) ? await answeringDocuments(services, viewer, q, filters) : [];
  if (answering.length > 0) putFirst(found, answering);
  const end = Math.min(offset + per_page, limits.searchResults);
  const ids = found.ids.slice(offset, end);
  // Only if the first page has room left.
  const related =
    page === 1 && found.ids.length < end && answering.length === 0
      ? await relatedDocuments(services, scope, asked, statistics, {
          found: new Set(found.ids),
          isScarce: found.ids.length < scarce,
          max: Math.min(end - found.ids.length, maxRelated),
        })
      : [];
  const byMeaning = new Map<string, SearchPassage[]>([
    ...answering
      .filter((one) => one.isByMeaning)
      .map(({ documentId, passages }): [string, SearchPassage[]] => [documentId, passages]),
    ...related.map(({ documentId, passage }): [string, SearchPassage[]] => [documentId, [passage]]),
  ]);
  const bestParts = new Map(answering.map(({ documentId, passages }) => [documentId, passages]));
  const [documents, passages] = await Promise.all([
    documentsByIds(services, viewer, [...ids, ...related.map(({ documentId }) => documentId)]),
    found.query && ids.length > 0 ? passagesOfPage(db, viewer, ids, found.query, found.passages) : new Map(),
  ]);
  const known = Math.max(found.ids.length, found.isComplete ? 0 : found.about) + related.length;
  return {
    data: documents.map((document) => {
      const near = byMeaning.get(document.id);
      return {
        document,
        passages: near ?? bestParts.get(document.id) ?? passages.get(document.id) ?? [],
        name_highlights: near ? [] : nameHighlights(document.name, asked.wanted),
        matched: near ? 'meaning' : found.byName.has(document.id) ? 'name' : 'content',
      };
    }),
    pagination: {
      currentPage: page,
      perPage: per_page,
      total: Math.min(known, limits.searchResults),
      more: known > limits.searchResults,
      order: found.order,
      partial: found.isPartial,
    },
  };
}

/**
 * Puts documents that answer the question before those that only have its words in several places, but after those with
 * all words in their names. Documents only about the same come last.
 */
function putFirst(found: Found, answering: readonly Answering[]): void {
  const exact = found.ids.filter((id) => !found.byLikeName.has(id));
  const named = exact.filter((id) => found.byName.has(id));
  const byWords = answering.filter((one) => !one.isByMeaning).map(({ documentId }) => documentId);
  const near = answering.filter((one) => one.isByMeaning).map(({ documentId }) => documentId);
  const others = exact.filter((id) => !near.includes(id));
  const ids = [...new Set([...named, ...byWords, ...others, ...near.slice(0, maxRelated)])];
  Object.assign(found, { ids, order: 'relevance' satisfies Found['order'] });
}

/** For searches without a word: the newest documents that the operators and filters leave. */
async function newestOf(db: Executor, { viewer, filters, without, few }: Scope, wanted: number): Promise<Found> {
  const newest = seenInOrder(viewer, {
    columns: sql`a.document_id, a.modified_at`,
    where: sql`${filters} and ${without}`,
    order: sql`a.modified_at desc, a.document_id desc`,
    limit: wanted,
  });
  const { rows } = await sql<{
    id: string;
  }>`select a.document_id as id from (${newest}) a`.execute(db);
  const isComplete = rows.length < wanted;
  const about = few ?? limits.searchResults + 1;
  const ids = rows.map(({ id }) => id);
  return {
    ids,
    passages: [],
    query: null,
    byName: new Set(ids),
    byLikeName: new Set(),
    about,
    isComplete,
    order: 'newest',
    isPartial: false,
  };
}

const nothing: ContentHits = { hits: [], isComplete: true, about: 0, isPartial: false };

/** Orders documents by relevance, names before contents. Adds less exact matches only if there are few others. */
async function matching(
  db: Executor,
  scope: Scope,
  asked: Asked,
  query: ContentQuery | null,
  statistics: Statistics,
  { wanted, sort }: { wanted: number; sort: Order },
): Promise<Found> {
  const texts = asked.wanted.map(({ typed }) => typed);
  const named = asked.wanted.map(({ typed, or = [] }) =>
    or.length > 0 ? [typed, ...or.map((one) => one.typed)] : typed,
  );
  const [names, contents] = await Promise.all([
    nameHits(db, scope, named, wanted),
    query ? contentHits(db, scope, query, statistics, wanted) : nothing,
  ]);
  const isRanked = sort === 'relevance' && contents.isComplete && contents.hits.length <= maxRanked;
  const ofNames = names.hits
    .map((hit) => ({ ...hit, rank: sort === 'relevance' ? nameRank(hit.name, texts) : 0 }))
    .sort((a, b) => b.rank - a.rank || b.modifiedAt - a.modifiedAt);
  const ofContents = isRanked
    ? contents.hits.toSorted((a, b) => b.rank - a.rank || b.modifiedAt - a.modifiedAt)
    : contents.hits.toSorted((a, b) => b.modifiedAt - a.modifiedAt);
  const all = [...ofNames, ...ofContents];
  if (sort === 'date') all.sort((a, b) => b.modifiedAt - a.modifiedAt);
  const ids = new Set(all.map(({ documentId }) => documentId));
  const byName = new Set(ofNames.map(({ documentId }) => documentId));
  const exact = ids.size;
  if (query && asked.wanted.length > 1 && ids.size < scarce)
    for (const id of await spreadHits(db, scope, asked, query, statistics)) ids.add(id);
  const wide = query && ids.size < scarce && !asked.wanted.some(isPhrase) ? widened(asked, query, statistics) : null;
  let wider: ContentHits = nothing;
  if (wide) {
    wider = await contentHits(db, scope, wide, statistics, wanted);
    for (const { documentId } of wider.hits.toSorted((a, b) => b.rank - a.rank || b.modifiedAt - a.modifiedAt))
      ids.add(documentId);
  }
  const byLikeName = new Set<string>();
  if (ids.size === 0)
    for (const { documentId } of await similarNames(db, scope, texts)) {
      ids.add(documentId);
      byName.add(documentId);
      byLikeName.add(documentId);
    }
  return {
    ids: sort === 'date' && ids.size > exact ? await newestFirst(db, [...ids]) : [...ids],
    passages: [...contents.hits, ...wider.hits],
    query: wider.hits.length > 0 ? wide : query,
    byName,
    byLikeName,
    about: Math.max(contents.about, ids.size) + (names.isComplete ? 0 : limits.searchResults),
    isComplete: contents.isComplete && names.isComplete,
    order: isRanked ? 'relevance' : 'newest',
    isPartial: contents.isPartial,
  };
}

/** A phrase stands for exactly these words. */
const isPhrase = ({ typed }: Asked['wanted'][number]): boolean => /\s/.test(typed);

async function newestFirst(db: Executor, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from documents where id = any(${[...ids]}::uuid[])
    order by modified_at desc nulls last, id desc`.execute(db);
  return rows.map(({ id }) => id);
}
