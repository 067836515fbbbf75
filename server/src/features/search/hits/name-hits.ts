import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { principals, seenInOrder } from '../../access/index.ts';
import { hasInName, shortestIndexed } from '../../documents/index.ts';
import type { Scope } from '../query/scope.ts';

/** A document, file or folder with a matching name. */
export interface NameHit {
  documentId: string;
  /** In milliseconds. */
  modifiedAt: number;
  /** In lower case. */
  name: string;
}

export interface NameHits {
  hits: NameHit[];
  /** If false, there may be more hits, all of them older. */
  isComplete: boolean;
}

/** The newest documents, searched for frequent names. */
const maxWalked = 1_000;
const maxFound = 1_000;

const columns = sql`a.document_id as "documentId", extract(epoch from a.modified_at)::float8 * 1000 as "modifiedAt", a.name_key as name`;
const newestFirst = sql`a.modified_at desc, a.document_id desc`;

/** A text, or alternatives. */
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

/** Shorter words are similar to too many others. */
const shortestTypo = 4;
const maxSimilar = 50;

/**
 * Documents with similar words in their names, most similar first. A word that occurs in some name is no typo and must
 * match exactly.
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
  // Few documents are compared one by one, in the same way as the function compares those from the index of names.
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
 * Ranks an equal name first, with or without extension, then names that start with what was typed, those that contain
 * it as words, and all others; shorter names first among equals.
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
