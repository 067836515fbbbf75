import { type Answer, documentsOf, type Evidence, type Quote } from './evidence.ts';
import { quotesByDocument } from './quotes-by-document.ts';

const nothingFound = 'I found nothing in your files that answers this.';
const closest = 'These passages come closest, but may be about something else:';

/** What refusals say of themselves, in lines of their own. */
export const refusalLines: ReadonlySet<string> = new Set([nothingFound, closest]);

const maxQuotes = 3;
const maxLetters = 280;
/** Passages that fit less have only small words in common with the question. */
const minFit = 0.65;

/**
 * Says that nothing answers. Passages that are near in meaning are shown as what they are, since where a document says it in
 * other words, they have the answer more often than not; but how near they are does not tell such questions from those that
 * nothing answers, whose passages are as near.
 */
export function refusal(evidence: readonly Evidence[]): Answer {
  const near = evidence.filter(({ fit }) => fit >= minFit).slice(0, maxQuotes);
  const byDocument = Map.groupBy(near.flatMap(bestPart), ({ evidence: { documentId } }) => documentId);
  const { content, quotes } = quotesByDocument([...byDocument.values()]);
  return {
    content: [nothingFound, ...(quotes.length > 0 ? [closest, content] : [])].join('\n\n'),
    quotes,
    supported: false,
    documentIds: documentsOf(evidence),
  };
}

/** The sentence that fits best, with as much of its paragraph as can be read at a glance: the answer often stands beside it. */
function bestPart(evidence: Evidence): Quote[] {
  const { sentences, body } = evidence;
  const fit = ({ coverage, contextCoverage }: Evidence['sentences'][number]) => coverage + 0.3 * contextCoverage;
  const best = sentences.toSorted((a, b) => fit(b) - fit(a))[0];
  if (!best) return [];
  const line = [body.lastIndexOf('\n', best.start) + 1, `${body}\n`.indexOf('\n', best.start)] as const;
  const beside = sentences.filter(({ start }) => start >= line[0] && start < line[1]);
  const textOf = (from: number, to: number) =>
    body.slice(beside[from]!.start, beside[to]!.start + beside[to]!.text.length);
  let [first, last] = [beside.indexOf(best), beside.indexOf(best)];
  const canGrow = (from: number, to: number) =>
    from >= 0 && to < beside.length && textOf(from, to).length <= maxLetters;
  for (;;) {
    if (canGrow(first, last + 1)) last += 1;
    else if (canGrow(first - 1, last)) first -= 1;
    else break;
  }
  return [{ evidence, start: beside[first]!.start, text: textOf(first, last) }];
}
