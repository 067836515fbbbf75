import { fittingFor } from './asks-for-number.ts';
import { contradict, isSameStatement } from './compare-statements.ts';
import { type Answer, documentsOf, type Evidence, type Quote } from './evidence.ts';
import { type PassagePart, partOfPassage } from './part-of-passage.ts';
import { quotesByDocument } from './quotes-by-document.ts';
import { refusal } from './refusal.ts';

/** How many of the best passages an answer consists of. */
const maxPassages = 5;
/** How much of the question a passage must say. With less, it is usually about something else. */
const minSupport = 0.65;
/** How well a passage must fit, as a share of the best. */
const nearBest = 0.7;
/** How much of a document to quote when the question asks for it as a whole: as much as can be read at a glance. */
const maxOfBeginning = 5;
const maxBeginningLength = 900;

const differ = 'These files say different things. The newest comes first.';

/**
 * Answers without a model: quotes, from each of the best passages, the part that says most of the question, by
 * document, best first. Refuses if no sentence, together with its passage and the name of its document, says enough of
 * the question.
 */
export function quotedAnswer(question: string, evidence: readonly Evidence[]): Answer {
  if (evidence[0]?.leg === 'name') return beginning(evidence);
  const looked = evidence.slice(0, maxPassages);
  const near = looked.filter(({ fit }) => fit >= looked[0]!.fit * nearBest);
  const isFitting = fittingFor(question);
  const isAnswered = near.some(({ sentences }) =>
    sentences.some(({ text, support }) => support >= minSupport && isFitting(text)),
  );
  const parts = isAnswered ? withoutRepetition(near.flatMap((one) => partOfPassage(one, isFitting) ?? [])) : [];
  if (parts.length === 0) return refusal(looked);
  const byDocument = [...Map.groupBy(parts, ({ quote }) => quote.evidence.documentId).values()];
  const isContradictory = contradict(byDocument.map(([first]) => first!.sentence.text));
  const ordered = byDocument.map((ofOne) => ofOne.map(({ quote }) => quote));
  if (isContradictory)
    ordered.sort(([a], [b]) => (b!.evidence.modifiedAt ?? '').localeCompare(a!.evidence.modifiedAt ?? ''));
  const { content, quotes } = quotesByDocument(ordered, { isDated: isContradictory });
  return {
    content: isContradictory ? `${differ}\n\n${content}` : content,
    quotes,
    supported: true,
    documentIds: documentsOf(looked),
  };
}

/** Leaves out what another passage already says in the same words. The one that fits best stays. */
function withoutRepetition(parts: readonly PassagePart[]): PassagePart[] {
  const kept: PassagePart[] = [];
  for (const one of parts)
    if (!kept.some(({ sentence }) => isSameStatement(sentence.text, one.sentence.text))) kept.push(one);
  return kept;
}

/** Quotes the beginning of a document that the question asks for as a whole. The sentences of a line are one quote. */
function beginning(evidence: readonly Evidence[]): Answer {
  const said: Quote[] = [];
  let [sentences, letters] = [0, 0];
  for (const { one, start, text, heading } of evidence.flatMap((one) => one.sentences.map((of) => ({ ...of, one })))) {
    sentences += 1;
    letters += text.length;
    if (sentences > maxOfBeginning || letters > maxBeginningLength) break;
    const last = said.at(-1);
    const between = last?.evidence === one ? one.body.slice(last.start + last.text.length, start) : '\n';
    if (last && /^[^\S\n]*$/.test(between)) last.text += between + text;
    else said.push({ evidence: one, start, text, heading });
  }
  if (said.length === 0) return refusal(evidence);
  const { content, quotes } = quotesByDocument([said]);
  return { content, quotes, supported: true, documentIds: documentsOf(evidence) };
}
