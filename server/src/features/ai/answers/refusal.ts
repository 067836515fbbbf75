import { type Answer, documentsOf, type Evidence } from './evidence.ts';
import { partOfPassage } from './part-of-passage.ts';
import { quotesByDocument } from './quotes-by-document.ts';

const nothingFound = 'I found nothing in your files that answers this.';
const closest = 'These passages come closest, but may be about something else:';

/** The lines of refusals that don't come from documents. */
export const refusalLines: ReadonlySet<string> = new Set([nothingFound, closest]);

const maxQuotes = 3;
/** Passages with less fit share only small words with the question. */
const minFit = 0.65;

/**
 * Says that nothing answers. Shows the closest passages as such, since they usually have the answer if a document says
 * it in other words. Their fit can't tell such questions from those without an answer.
 */
export function refusal(evidence: readonly Evidence[]): Answer {
  const near = evidence.filter(({ fit }) => fit >= minFit).slice(0, maxQuotes);
  const byDocument = Map.groupBy(
    near.flatMap((one) => partOfPassage(one)?.quote ?? []),
    ({ evidence: { documentId } }) => documentId,
  );
  const { content, quotes } = quotesByDocument([...byDocument.values()]);
  return {
    content: [nothingFound, ...(quotes.length > 0 ? [closest, content] : [])].join('\n\n'),
    quotes,
    supported: false,
    documentIds: documentsOf(evidence),
  };
}
