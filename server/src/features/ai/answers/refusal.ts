import { type Answer, documentsOf, type Evidence } from './evidence.ts';
import { partOfPassage } from './part-of-passage.ts';
import { quotesByDocument } from './quotes-by-document.ts';

const nothingFound = 'I found nothing in your files that answers this.';
const closest = 'These passages come closest, but may be about something else:';

/** What refusals say of themselves, in lines of their own. */
export const refusalLines: ReadonlySet<string> = new Set([nothingFound, closest]);

const maxQuotes = 3;
/** Passages that fit less have only small words in common with the question. */
const minFit = 0.65;

/**
 * Says that nothing answers. Passages that are near in meaning are shown as what they are, since where a document says it in
 * other words, they have the answer more often than not; but how near they are does not tell such questions from those that
 * nothing answers, whose passages are as near.
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
