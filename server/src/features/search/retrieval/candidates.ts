import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import type { Embedding } from '../../../meaning/index.ts';
import type { Services } from '../../../services.ts';
import { nearestPassages } from '../hits/meaning-hits.ts';
import { formFor } from '../query/language-form.ts';
import type { Scope } from '../query/scope.ts';
import { anyOf, oneByOne } from '../query/search-terms.ts';
import type { Statistics } from '../query/statistics.ts';
import { passageId } from '../results/passages-of-page.ts';
import { bm25 } from './bm25.ts';
import { hitsOfAny, maxHits } from './hits-of-any.ts';
import type { Question, WordForm } from './question.ts';

/** A passage and a document with it that the viewer may see. */
export interface Candidate {
  documentId: string;
  modifiedAt: number;
  sha256: Buffer;
  number: number;
}

/** Only this many words of a question are searched: the rarest say what it is about. */
const maxWords = 8;
/** The number of candidates by words and by meaning to be read closely. */
const maxOfLeg = 40;
/** Keeps a long document from displacing all others. */
const maxOfOne = 10;

interface Row {
  place: number;
  language: string | null;
  length: number;
  found: [lexeme: string, times: number][] | null;
  /** The words of the term asked about occur next to each other. */
  hasTerm: boolean;
}

/** How much an occurrence of a synonym counts, compared with the word itself. */
const ofSynonym = 0.5;

/** The term counts as much as another half of the question's words. */
const ofTerm = 0.5;

/** The passages whose words match the question best. */
export async function candidatesByWords(
  db: Executor,
  scope: Scope,
  { words }: Question,
  statistics: Statistics,
): Promise<Candidate[]> {
  const rarest = words.toSorted((a, b) => b.weight - a.weight).slice(0, maxWords);
  if (rarest.length === 0) return [];
  const hits = (await hitsOfAny(db, scope, rarest, statistics)).slice(0, maxHits);
  if (hits.length === 0) return [];
  const lexemes = rarest.flatMap(({ forms }) =>
    forms.flatMap(({ variants, synonyms }) => [...variants.flat(), ...synonyms]),
  );
  const term = queryOfTerm(words);
  const { rows } = await sql<Row>`
    select h.place, p.language, length(p.tsv) as length,
      (select json_agg(json_build_array(t.lexeme, cardinality(t.positions))) from unnest(p.tsv) t
        where t.lexeme = any(${lexemes}::text[])) as found,
      ${term === '' ? sql`false` : sql`p.tsv @@ ${term}::tsquery`} as "hasTerm"
    from unnest(${hits.map(({ sha256 }) => sha256)}::bytea[], ${hits.map(({ number }) => number)}::int[])
      with ordinality h (sha256, number, place)
    join passages p on p.organization_id = ${scope.viewer.membership.organizationId} and p.sha256 = h.sha256 and p.number = h.number`.execute(
    db,
  );
  const usualLength = rows.reduce((sum, { length }) => sum + length, 0) / rows.length;
  const scored = rows.map(({ place, language, length, found, hasTerm }) => {
    const times = new Map(found);
    const counted = rarest.map(({ weight, forms }) => ({ weight, times: timesOf(formFor(forms, language), times) }));
    const weight = bm25({ words: counted, length, usualLength }) + (hasTerm ? ofTerm : 0);
    return { ...hits[place - 1]!, weight };
  });
  return bestOf(scored.sort((a, b) => b.weight - a.weight || b.rank - a.rank || b.modifiedAt - a.modifiedAt));
}

/** A tsquery for the words of a term, next to each other, in any of the languages; empty for a single word or none. */
function queryOfTerm(words: Question['words']): string {
  const term = words.filter(({ isTerm }) => isTerm);
  if (term.length < 2) return '';
  const byForm = term[0]!.forms.map((_, at) => term.map(({ forms }) => forms[at]!.variants.find(isOneWord)?.[0]));
  return anyOf(
    byForm.flatMap((lexemes) => (lexemes.every((lexeme) => lexeme !== undefined) ? oneByOne(lexemes.join(' ')) : [])),
  );
}

const isOneWord = (lexemes: readonly string[]): boolean => lexemes.length === 1;

/** A number of several words occurs as often as its rarest word. */
const timesOf = ({ variants, synonyms }: WordForm, times: ReadonlyMap<string, number>): number =>
  variants.reduce((sum, lexemes) => sum + Math.min(...lexemes.map((lexeme) => times.get(lexeme) ?? 0)), 0) +
  ofSynonym * synonyms.reduce((sum, lexeme) => sum + (times.get(lexeme) ?? 0), 0);

/** The passages about the same things. */
export async function candidatesByMeaning(
  { db, embedder }: Services,
  scope: Scope,
  meaning: Embedding | null,
  { passages }: Statistics,
): Promise<Candidate[]> {
  if (!meaning) return [];
  return bestOf(await nearestPassages(db, embedder, scope, { meaning, passages, wanted: 4 * maxOfLeg }));
}

/** The first passages of documents, so many of each. */
export async function beginningOf(
  db: Executor,
  { viewer }: Scope,
  named: readonly { documentId: string; modifiedAt: number }[],
  count: number,
): Promise<Candidate[]> {
  if (named.length === 0) return [];
  const { rows } = await sql<{ place: number; sha256: Buffer; number: number }>`
    select n.place, p.sha256, p.number from unnest(${named.map(({ documentId }) => documentId)}::uuid[]) with ordinality n (id, place)
    join documents d on d.id = n.id
    join passages p on p.organization_id = d.organization_id and p.sha256 = d.sha256 and p.number <= ${count}
    where d.organization_id = ${viewer.membership.organizationId}`.execute(db);
  return rows.map(({ place, sha256, number }) => {
    const { documentId, modifiedAt } = named[place - 1]!;
    return { documentId, modifiedAt, sha256, number };
  });
}

/** Keeps one of several copies. */
function bestOf<Found extends Candidate>(sorted: readonly Found[]): Found[] {
  const ofDocument = new Map<string, number>();
  const seen = new Set<string>();
  return sorted
    .filter((candidate) => {
      const count = ofDocument.get(candidate.documentId) ?? 0;
      if (seen.has(passageId(candidate)) || count >= maxOfOne) return false;
      seen.add(passageId(candidate));
      ofDocument.set(candidate.documentId, count + 1);
      return true;
    })
    .slice(0, maxOfLeg);
}
