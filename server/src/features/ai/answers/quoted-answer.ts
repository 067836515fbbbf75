import { fittingFor } from './asks-for-number.ts';
import { contradict, isSameStatement } from './compare-statements.ts';
import { type Answer, documentsOf, type Evidence, type Quote } from './evidence.ts';
import { type PassagePart, partOfPassage } from './part-of-passage.ts';
import { quotesByDocument } from './quotes-by-document.ts';
import { refusal } from './refusal.ts';

/** The best ones, of which an answer consists. */
const maxPassages = 5;
/** How much of the question has to stand where the answer is: with less, it is most often about something else. */
const minSupport = 0.65;
/** How much less than the best a passage may fit. */
const nearBest = 0.7;
/** Of a document that is asked for as a whole: as much as can be read at a glance. */
const maxOfBeginning = 5;
const maxBeginningLength = 900;

const differ = 'These files say different things. The newest comes first.';

/**
 * An answer without a model: of each of the best passages the part that says most of what the question says, quoted, by
 * document, the best first. Nothing is quoted for an answer where no sentence, with its passage and the name of its document,
 * says enough of it: it is refused then.
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

/** What another passage says already, in the same words, is said once: by the one that fits best. */
function withoutRepetition(parts: readonly PassagePart[]): PassagePart[] {
  const kept: PassagePart[] = [];
  for (const one of parts)
    if (!kept.some(({ sentence }) => isSameStatement(sentence.text, one.sentence.text))) kept.push(one);
  return kept;
}

/** How a document that is asked for as a whole begins; the sentences of a line are one quote. */
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
