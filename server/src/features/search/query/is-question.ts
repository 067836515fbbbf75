import { languageOfQuestion } from './question-language.ts';
import type { Asked } from './search-terms.ts';

const asks =
  /^(?:who|whom|whose|what|when|where|why|which|how|is|are|was|were|do|does|did|can|could|may|must|should|will|wer|wen|wem|was|wann|wo|warum|wieso|welche[rsnm]?|wie|ist|sind|darf|kann|muss|qui|que|quoi|quand|où|pourquoi|quel(?:le)?s?|comment|combien|est-ce|qué|quién|cuándo|dónde|cómo|cuánto)\b/iu;
const minWords = 3;
const minOfSentence = 5;
/** A longer text is a pasted paragraph, searched by its distinctive words. */
const maxWords = 30;

/**
 * Whether a search is a question rather than words of a document. A question also finds documents with most of its
 * words, not only those with all.
 */
export function isQuestion(query: string, { wanted, unwanted }: Asked): boolean {
  const text = query.replace(/(?<!\S)-?[a-z]+:(?:"[^"]*"|\S+)/giu, '').trim();
  if (unwanted.length > 0 || /["“„*]|\bOR\b/u.test(text) || wanted.length < minWords) return false;
  if (text.split(/\s+/u).length > maxWords) return false;
  if (text.endsWith('?') || asks.test(text)) return true;
  return wanted.length >= minOfSentence && languageOfQuestion(text) !== null;
}
