import type { SearchPassage } from '@sheaf/contract';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import type { Filters } from '../documents/index.ts';
import { cleanPassage } from './results/clean-passage.ts';
import { excerptOf } from './results/excerpt.ts';
import { type RetrievedPassage, retrieve } from './retrieval/retrieve.ts';

/** A document that may answer a question, with its best passages. */
export interface Answering {
  documentId: string;
  passages: SearchPassage[];
  /** It contains no word of the question, but is about the same. */
  isByMeaning: boolean;
}

const maxPassages = 60;
const maxOfOne = 3;

/**
 * For a question in the search box: the documents that the chat would answer from, best first, those found by meaning
 * last.
 */
export async function answeringDocuments(
  services: Services,
  member: Member,
  query: string,
  filters: Filters,
): Promise<Answering[]> {
  const found = await retrieve(services, { member, query, filters, limit: maxPassages });
  const byDocument = [...Map.groupBy(found, ({ document }) => document.id)].map(([documentId, passages]) => ({
    documentId,
    passages: passages.slice(0, maxOfOne).map(bestPart),
    isByMeaning: passages.every(({ spans }) => spans.length === 0),
  }));
  return [...byDocument.filter((one) => !one.isByMeaning), ...byDocument.filter((one) => one.isByMeaning)];
}

/** The sentence that covers most of the question, with highlights. */
function bestPart({ id, text: body, sentences, spans, document, placeAt }: RetrievedPassage): SearchPassage {
  const best = sentences.toSorted((a, b) => b.coverage - a.coverage || a.start - b.start)[0];
  const from = best?.start ?? 0;
  const inside = spans.filter(([start, end]) => best && start >= from && end <= from + best.text.length);
  const matches = inside.length > 0 ? inside : spans;
  if (spans.length === 0 && best) {
    const { text } = excerptOf(best.text, []);
    return { id, text, highlights: [], place: placeAt(from) };
  }
  const clean = cleanPassage(body, matches, document.name);
  const { text, highlights } = clean ? excerptOf(clean.text, clean.spans) : excerptOf(body, matches);
  return { id, text, highlights, place: placeAt(matches[0]?.[0] ?? from) };
}
