import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { principals, seenInOrder } from '../../access/index.ts';
import { hasInName, shortestIndexed } from '../../documents/index.ts';
import type { Scope } from '../query/scope.ts';

/** A document, file or folder, whose name matches. */
export interface NameHit {
  documentId: string;
  /** Milliseconds. */
  modifiedAt: number;
  /** Lower case. */
  name: string;
}

export interface NameHits {
  hits: NameHit[];
  /** Otherwise there may be more, all of them older. */
  isComplete: boolean;
}

/** The newest documents, gone through for names that many have. */
const maxWalked = 1_000;
const maxFound = 1_000;

const columns = sql`a.document_id as "documentId", extract(epoch from a.modified_at)::float8 * 1000 as "modifiedAt", a.name_key as name`;
const newestFirst = sql`a.modified_at desc, a.document_id desc`;

/** A text, or several of which any one will do. */
type NameText = string | readonly string[];

/** Documents with all of these texts in their names, newest first. */
export async function nameHits(
  db: Executor,
  { viewer, filters, where, without, few, names }: Scope,
  texts: readonly NameText[],
  wanted: number,
): Promise<NameHits> {
  const hasAll = sql.join(
    texts.map((text) => hasAny([text].flat(), names)),
    sql` and `,
  );
  const limit = few ?? maxWalked;
  const newest = seenInOrder(viewer, {
    columns: sql`a.*`,
    where: filters,
    order: newestFirst,
    limit,
    isFixed: few === null,
  });
  const walked =
    await sql<NameHit>`with newest as materialized (${newest}) select ${columns} from newest a where ${hasAll} and ${without} order by ${newestFirst}`.execute(
      db,
    );
  if (few !== null) return { hits: walked.rows, isComplete: true };
  const isQuick = names === 'list' || texts.some((text) => [text].flat().every((one) => one.length >= shortestIndexed));
  if (walked.rows.length >= wanted || !isQuick) return { hits: walked.rows, isComplete: false };
  const { rows } = await sql<NameHit>`with found as materialized (
      select a.* from document_access a where ${where} and ${hasAll}
    ) select ${columns} from found a where ${without} order by ${newestFirst} limit ${maxFound}`.execute(db);
  return { hits: rows, isComplete: rows.length < maxFound };
}

const hasAny = (texts: readonly string[], names: Scope['names']): RawBuilder<unknown> =>
  sql`(${sql.join(
    texts.map((text) => hasInName(text, names)),
    sql` or `,
  )})`;

/** Shorter ones are like too many others. */
const shortestTypo = 4;
const maxSimilar = 50;

/**
 * Documents with something like these words in their names, the most alike first. A word that some name has is no typo:
 * that one has to be there as it is.
 */
export async function similarNames(db: Executor, scope: Scope, texts: readonly string[]): Promise<NameHit[]> {
  const known: boolean[] = [];
  // One after another: a search takes no more than its share of connections.
  for (const text of texts) known.push((await nameHits(db, scope, [text], 1)).hits.length > 0);
  const unknown = texts.filter((_, index) => !known[index]);
  const longest = unknown.map(plainName).sort((a, b) => b.length - a.length);
  if (longest.length === 0 || longest.at(-1)!.length < shortestTypo) return [];
  const { viewer, where, without, few, names } = scope;
  const others = texts.filter((_, index) => known[index]).map((text) => hasInName(text, names));
  const rest = sql.join([without, ...others], sql` and `);
  // Few are compared one by one, as the function does it with those that the index of names leads to.
  const { rows } = await (few === null
    ? sql<NameHit>`select ${columns}
        from similar_names(${viewer.membership.organizationId}, ${principals(viewer)}, ${longest}::text[], ${maxSimilar}) s
        join document_access a on a.document_id = s.document_id where ${where} and ${rest}
        order by s.likeness desc, ${newestFirst}`
    : sql<NameHit>`select ${columns} from (select a.*, (select min(word_similarity(w, search_key(a.name_key)))
          from unnest(${longest}::text[]) w) as likeness from document_access a where ${where}) a
        where a.likeness >= 0.4 and ${rest} order by a.likeness desc, ${newestFirst} limit ${maxSimilar}`
  ).execute(db);
  return rows;
}

/**
 * The name itself comes first, with or without its ending, then names that begin with what was typed, those that have it as
 * words, and all others; of each the shortest first.
 */
export function nameRank(name: string, texts: readonly string[]): number {
  const plain = plainName(name);
  const typed = plainName(texts.join(' '));
  const shortness = 1 / (1 + plain.length);
  if (plain === typed || plain.replace(/\.[a-z0-9]{1,5}$/, '') === typed) return 4;
  const isWordAt = (at: number) => at === 0 || (at > 0 && /[^\p{L}\p{N}]/u.test(plain[at - 1]!));
  const at = plain.indexOf(typed);
  if (at === 0) return 3 + shortness;
  if (isWordAt(at)) return 2 + shortness;
  const words = texts.filter((text) => isWordAt(plain.indexOf(plainName(text)))).length;
  return words / (texts.length + 1) + shortness / 100;
}

const plainName = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');
