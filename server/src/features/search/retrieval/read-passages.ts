import { sql } from 'kysely';
import type { Member } from '../../../http/viewer.ts';
import { type Embedding, embedderNumber, similarity } from '../../../meaning/index.ts';
import type { Services } from '../../../services.ts';
import { documentsByIds } from '../../documents/index.ts';
import { languageOfQuestion } from '../query/question-language.ts';
import type { StoredPlace } from '../results/excerpt.ts';
import { passageId } from '../results/passages-of-page.ts';
import type { Candidate } from './candidates.ts';
import { lateVectors, type Unembedded } from './late-vectors.ts';
import { orderByWords, orderFor, usualNearness } from './order.ts';
import type { Question } from './question.ts';
import type { Reading } from './read-closely.ts';
import { readInThread } from './read-in-thread.ts';
import { lexemesByWording } from './words/lexemes.ts';

export type Read = Awaited<ReturnType<typeof readPassages>>[number];

interface Row {
  place: number;
  sha256: Buffer;
  number: number;
  body: string;
  hash: number;
  places: StoredPlace[];
  language: string | null;
  /** It has no embedding of the current embedder. */
  isUnembedded: boolean;
  vector: Buffer | null;
  found: { lexeme: string; positions: number[] }[] | null;
  /** The first line of its document. */
  title: string;
}

/** A longer first line is no title, but still says what the document is about. */
const longestTitle = 100;

/** Reads passages, each with how well it matches. */
export async function readPassages(
  services: Services,
  member: Member,
  { words, text }: Question,
  meaning: Embedding | null,
  candidates: readonly Candidate[],
) {
  const { db, embedder } = services;
  const documents = await documentsByIds(services, member, [
    ...new Set(candidates.map(({ documentId }) => documentId)),
  ]);
  const byId = new Map(documents.map((document) => [document.id, document]));
  const seen = candidates.filter(({ documentId }) => byId.has(documentId));
  if (seen.length === 0) return [];
  const lexemes = words.flatMap(({ forms }) =>
    forms.flatMap(({ variants, synonyms }) => [...variants.flat(), ...synonyms]),
  );
  const { rows } = await sql<Row>`
    select h.place, p.sha256, p.number, p.body, p.places, p.language, hashtext(p.body) as hash,
      p.embedder is distinct from ${embedderNumber(embedder)} as "isUnembedded",
      case when p.embedder = ${embedderNumber(embedder)} then p.vector end as vector,
      (select json_agg(json_build_object('lexeme', t.lexeme, 'positions', t.positions)) from unnest(p.tsv) t
        where t.lexeme = any(${lexemes}::text[])) as found,
      coalesce((select left(split_part(b.body, E'\\n', 1), ${sql.lit(longestTitle)}) from passages b
        where b.organization_id = p.organization_id and b.sha256 = p.sha256 and b.number = 1), '') as title
    from unnest(${seen.map(({ sha256 }) => sha256)}::bytea[], ${seen.map(({ number }) => number)}::int[]) with ordinality h (sha256, number, place)
    join passages p on p.organization_id = ${member.membership.organizationId} and p.sha256 = h.sha256 and p.number = h.number`.execute(
    db,
  );
  // Passages too short for a language of their own have that of the question.
  const asked = languageOfQuestion(text) ?? 'en';
  const names = rows.map(({ place, language }) => ({
    text: byId.get(seen[place - 1]!.documentId)!.name,
    language: language ?? asked,
  }));
  const titles = rows.map(({ title, language }) => ({ text: title, language: language ?? asked }));
  const lexemesBy = await lexemesByWording(db, [...names, ...titles]);
  const toRead = rows.map(({ body, found, language }, index) => ({
    body,
    language,
    nameLanguage: language ?? asked,
    positions: new Map((found ?? []).map((one) => [one.lexeme, one.positions])),
    nameLexemes: lexemesBy(names[index]!),
    titleLexemes: lexemesBy(titles[index]!),
    canCompare: asked === 'en' && (language ?? 'en') === 'en',
  }));
  const readings = await readInThread(words, toRead);
  const orderOf = orderFor(readings, embedder);
  const late = meaning ? await lateVectors(services, unembedded(rows, readings, member)) : new Map<string, Embedding>();
  return rows.map(({ place, vector, body, places, language, sha256, number }, index) => {
    const candidate = seen[place - 1]!;
    const reading = readings[index]!;
    const id = passageId({ sha256, number });
    const own = vector ? int8(vector) : late.get(id)?.vector;
    const nearness = meaning && own ? Math.max(similarity(meaning.vector, own), 0) : usualNearness(reading);
    return {
      ...candidate,
      body,
      places,
      language,
      id,
      document: byId.get(candidate.documentId)!,
      positions: toRead[index]!.positions,
      reading,
      fit: nearness + reading.coverage + reading.coverageInOne / 2 + 0.8 * reading.definition,
      order: orderOf(reading, nearness),
    };
  });
}

/** Most promising first. */
function unembedded(rows: readonly Row[], readings: readonly Reading[], { membership }: Member): Unembedded[] {
  return rows
    .map((row, index) => ({ row, order: orderByWords(readings[index]!) }))
    .filter(({ row }) => row.isUnembedded)
    .sort((a, b) => b.order - a.order)
    .map(({ row }) => ({ ...row, organization_id: membership.organizationId }));
}

const int8 = (bytes: Buffer): Int8Array => new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
