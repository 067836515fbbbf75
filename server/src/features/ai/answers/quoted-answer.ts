import type { ReadSentence } from '../../search/index.ts';
import { asksForNumber, hasNumber } from './asks-for-number.ts';
import { type Answer, documentsOf, type Evidence, type Quote } from './evidence.ts';
import { quotesByDocument } from './quotes-by-document.ts';
import { refusal } from './refusal.ts';

/** Passages that are looked at sentence by sentence. */
const maxPassages = 12;
/** Of an answer. */
const maxQuotes = 5;
const maxDocuments = 3;
/** How much of the question has to stand where the answer is: with less, it is most often about something else. */
const minSupport = 0.65;
/** How much less than the best a sentence may fit. */
const nearBest = 0.75;

/**
 * An answer without a model: the sentences that say most of what the question says, quoted, by document. Nothing is quoted
 * for an answer where no sentence, with its passage and the name of its document, says enough of it: it is refused then.
 */
export function quotedAnswer(question: string, evidence: readonly Evidence[]): Answer {
  const looked = evidence.slice(0, maxPassages);
  const candidates = candidatesFor(question, looked);
  const best = candidates[0];
  if (!best || best.sentence.support < minSupport) return refusal(looked);
  const chosen = candidates.filter(({ fit }) => fit >= best.fit * nearBest).slice(0, maxQuotes);
  const byDocument = [...Map.groupBy(chosen, (one) => one.evidence.documentId).values()].slice(0, maxDocuments);
  return { ...quotesByDocument(byDocument.map(joinNeighbors)), supported: true, documentIds: documentsOf(looked) };
}

interface Candidate {
  evidence: Evidence;
  sentence: ReadSentence;
  fit: number;
}

/** The best first. A question often names what stands in the sentence before, and its passage has to fit as well. */
function candidatesFor(question: string, evidence: readonly Evidence[]): Candidate[] {
  const isFitting = asksForNumber(question) ? hasNumber : () => true;
  return evidence
    .flatMap((one) =>
      one.sentences
        .filter(({ text }) => isFitting(text))
        .map((sentence) => ({
          evidence: one,
          sentence,
          fit: sentence.coverage + 0.3 * sentence.contextCoverage + 0.5 * one.fit,
        })),
    )
    .sort((a, b) => b.fit - a.fit);
}

/** In the order of the document; sentences that follow each other become one quote. */
function joinNeighbors(candidates: readonly Candidate[]): Quote[] {
  const ordered = candidates.toSorted(
    (a, b) => a.evidence.number - b.evidence.number || a.sentence.start - b.sentence.start,
  );
  const quotes: Quote[] = [];
  for (const {
    evidence,
    sentence: { start, text },
  } of ordered) {
    const last = quotes.at(-1);
    const gap = last?.evidence === evidence ? evidence.body.slice(last.start + last.text.length, start) : null;
    if (last && gap !== null && /^[^\S\n]*$/.test(gap))
      last.text = evidence.body.slice(last.start, start + text.length);
    else quotes.push({ evidence, start, text });
  }
  return quotes;
}
