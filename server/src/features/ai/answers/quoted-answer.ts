import type { ReadSentence } from '../../search/index.ts';
import { asksForNumber, hasNumber } from './asks-for-number.ts';
import { contradict, isSameStatement } from './compare-statements.ts';
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
/** Of a document that is asked for as a whole: as much as can be read at a glance. */
const maxOfBeginning = 5;
const longestBeginning = 900;

const differ = 'These files say different things. The newest comes first.';

/**
 * An answer without a model: the sentences that say most of what the question says, quoted, by document, the best first.
 * Nothing is quoted for an answer where no sentence, with its passage and the name of its document, says enough of it: it is
 * refused then.
 */
export function quotedAnswer(question: string, evidence: readonly Evidence[]): Answer {
  if (evidence[0]?.leg === 'name') return beginning(evidence);
  const looked = evidence.slice(0, maxPassages);
  const candidates = candidatesFor(question, looked);
  const best = candidates[0];
  if (!best) return refusal(looked);
  const chosen = withoutRepetition(candidates.filter(({ fit }) => fit >= best.fit * nearBest)).slice(0, maxQuotes);
  const byDocument = [...Map.groupBy(chosen, (one) => one.evidence.documentId).values()].slice(0, maxDocuments);
  const first = byDocument.map(([one]) => one!);
  const isContradictory = contradict(first.map(({ sentence }) => sentence.text));
  if (isContradictory)
    byDocument.sort(([a], [b]) => (b!.evidence.modifiedAt ?? '').localeCompare(a!.evidence.modifiedAt ?? ''));
  const { content, quotes } = quotesByDocument(byDocument.map(joinNeighbors), { isDated: isContradictory });
  return {
    content: isContradictory ? `${differ}\n\n${content}` : content,
    quotes,
    supported: true,
    documentIds: documentsOf(looked),
  };
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
        .filter(({ text, support }) => support >= minSupport && isFitting(text))
        .map((sentence) => ({
          evidence: one,
          sentence,
          fit: sentence.coverage + 0.3 * sentence.contextCoverage + 0.5 * one.fit,
        })),
    )
    .sort((a, b) => b.fit - a.fit);
}

/** What another sentence says already, in the same words, is said once: by the one that fits best. */
function withoutRepetition(candidates: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  for (const one of candidates)
    if (!kept.some(({ sentence }) => isSameStatement(sentence.text, one.sentence.text))) kept.push(one);
  return kept;
}

/** The best first; sentences that follow each other become one quote. */
function joinNeighbors(candidates: readonly Candidate[]): Quote[] {
  const ordered = candidates.toSorted(
    (a, b) => a.evidence.number - b.evidence.number || a.sentence.start - b.sentence.start,
  );
  const quotes: (Quote & { fit: number })[] = [];
  for (const {
    evidence,
    sentence: { start, text, heading },
    fit,
  } of ordered) {
    const last = quotes.at(-1);
    const gap = last?.evidence === evidence ? evidence.body.slice(last.start + last.text.length, start) : null;
    if (last && gap !== null && /^[^\S\n]*$/.test(gap)) {
      last.text = evidence.body.slice(last.start, start + text.length);
      last.fit = Math.max(last.fit, fit);
    } else quotes.push({ evidence, start, text, heading, fit });
  }
  return quotes
    .sort((a, b) => b.fit - a.fit)
    .map(({ evidence, start, text, heading }) => ({ evidence, start, text, heading }));
}

/** How a document that is asked for as a whole begins. */
function beginning(evidence: readonly Evidence[]): Answer {
  const chosen: Candidate[] = [];
  let letters = 0;
  for (const one of evidence)
    for (const sentence of one.sentences) {
      if (chosen.length === maxOfBeginning || letters + sentence.text.length > longestBeginning) break;
      chosen.push({ evidence: one, sentence, fit: -chosen.length });
      letters += sentence.text.length;
    }
  if (chosen.length === 0) return refusal(evidence);
  const { content, quotes } = quotesByDocument([joinNeighbors(chosen)]);
  return { content, quotes, supported: true, documentIds: documentsOf(evidence) };
}
