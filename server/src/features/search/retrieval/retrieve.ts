import type { Document, PassagePlace } from '@sheaf/contract';
import type { Member } from '../../../http/viewer.ts';
import { createTurns } from '../../../platform/turns/turns.ts';
import type { Services } from '../../../services.ts';
import type { Filters } from '../../documents/index.ts';
import { meaningOf } from '../hits/meaning-hits.ts';
import { scopeOf } from '../query/scope.ts';
import { statisticsOf } from '../query/statistics.ts';
import { placeAt, spansOf } from '../results/excerpt.ts';
import { passageId } from '../results/passages-of-page.ts';
import { beginningOf, candidatesByMeaning, candidatesByWords } from './candidates.ts';
import { askedAsWhole, namedDocuments } from './named-documents.ts';
import { understand } from './question.ts';
import type { ReadSentence } from './read-closely.ts';
import { type Read, readPassages } from './read-passages.ts';
import { type RetrievalScope, scopeConditions } from './retrieval-scope.ts';

export interface RetrievedPassage {
  id: string;
  sha256: Buffer;
  /** Its number among the passages of its content. */
  number: number;
  document: Document;
  /** The whole passage, as in the document. */
  text: string;
  /** In order, each with its relation to the question. */
  sentences: ReadSentence[];
  /** Where words of the question occur in it. */
  spans: [start: number, end: number][];
  /** Where its first match is. */
  place: PassagePlace;
  /** Where a character of the text is. */
  placeAt(at: number): PassagePlace;
  language: string | null;
  /** From 0 to 1: how much of the question the passage covers, rare words most, in the same or similar words. */
  score: number;
  /** The measure for the order: its score, that of its best sentence, and its nearness in meaning. */
  fit: number;
  /** How it was found; `name`: the question asks for this document as a whole, which is read from its beginning. */
  leg: 'words' | 'meaning' | 'name';
}

interface Retrieval {
  member: Member;
  /** A question in plain words, or anything that can be typed into the search box. */
  query: string;
  scope?: RetrievalScope;
  filters?: Filters;
  limit: number;
  /** No person waits for it: every question goes first. */
  inBackground?: boolean;
}

/**
 * Limits all people together in this process, in turns: reading for an answer takes longer than any other call, and
 * fifty at once would use all connections to the database. One at a time delays no other call; two would only delay
 * each other.
 */
const reading = createTurns({ total: 1, waitingPerKey: 20 });

/** For a document that the question mentions by name, from its beginning. */
const maxOfNamed = 4;

/** For each document, so that a long one doesn't displace all others. */
const maxOfOne = 4;

/**
 * The passages that may answer a question, best first; for answers and assistants. Includes only what the member may
 * see now. Found by words, by meaning and by the names of documents, then read closely and ordered by one measure in
 * which words decide: passages only near in meaning never come before one that covers most of the question.
 */
export async function retrieve(services: Services, asked: Retrieval): Promise<RetrievedPassage[]> {
  const leave = await reading.take(asked.member.id, { inBackground: asked.inBackground });
  return retrieveNow(services, asked).finally(leave);
}

async function retrieveNow(
  services: Services,
  { member, query, scope: chosen = {}, filters = {}, limit }: Retrieval,
): Promise<RetrievedPassage[]> {
  const { db } = services;
  const statistics = await statisticsOf(services, member.membership.organizationId);
  const question = await understand(db, member, query, statistics);
  const [scope, meaning] = await Promise.all([
    scopeOf(services, member, question.asked, question.languages, { filters, also: scopeConditions(member, chosen) }),
    meaningOf(services, question.text),
  ]);
  const named = await namedDocuments(db, scope, question);
  const whole = askedAsWhole(question, named);
  if (whole) {
    const beginning = await beginningOf(db, scope, [whole], limit);
    const read = await readPassages(services, member, question, meaning, beginning);
    return read.sort((a, b) => a.number - b.number).map((one) => ({ ...present(one), leg: 'name' as const }));
  }
  const byWords = await candidatesByWords(db, scope, question, statistics);
  const byMeaning = await candidatesByMeaning(services, scope, meaning, statistics);
  const byName = await beginningOf(db, scope, named, maxOfNamed);
  const candidates = new Map([...byName, ...byMeaning, ...byWords].map((one) => [passageId(one), one]));
  const read = await readPassages(services, member, question, meaning, [...candidates.values()]);
  const foundByWords = new Set(byWords.map(passageId));
  return bestOf(read, limit).map((one) => ({
    ...present(one),
    leg: foundByWords.has(one.id) ? ('words' as const) : ('meaning' as const),
  }));
}

function present({ id, body, places, positions, reading, ...passage }: Read): Omit<RetrievedPassage, 'leg'> {
  const spans = spansOf(body, [...positions.values()].flat());
  return {
    id,
    sha256: passage.sha256,
    number: passage.number,
    document: passage.document,
    text: body,
    sentences: reading.sentences,
    spans,
    place: placeAt(places, spans[0]?.[0] ?? 0),
    placeAt: (offset: number) => placeAt(places, offset),
    language: passage.language,
    score: reading.coverage,
    fit: passage.fit,
  };
}

function bestOf(passages: readonly Read[], limit: number): Read[] {
  const taken = new Map<string, number>();
  return passages
    .toSorted((a, b) => b.order - a.order || b.modifiedAt - a.modifiedAt)
    .filter(({ documentId }) => {
      const count = taken.get(documentId) ?? 0;
      taken.set(documentId, count + 1);
      return count < maxOfOne;
    })
    .slice(0, limit);
}
