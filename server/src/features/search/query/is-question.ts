import { languageOfQuestion } from './question-language.ts';
import type { Asked } from './search-terms.ts';

const asks =
  /^(?:who|whom|whose|what|when|where|why|which|how|is|are|was|were|do|does|did|can|could|may|must|should|will|wer|wen|wem|was|wann|wo|warum|wieso|welche[rsnm]?|wie|ist|sind|darf|kann|muss|qui|que|quoi|quand|où|pourquoi|quel(?:le)?s?|comment|combien|est-ce|qué|quién|cuándo|dónde|cómo|cuánto)\b/iu;
const minWords = 3;
const minOfSentence = 5;
/** More is a paragraph that somebody pasted, whose telling words are looked for. */
const maxWords = 30;

/**
 * Whether something typed into the search box is a question rather than words that a document has: then documents that have
 * most of it are wanted, and not only those that have all of it.
 */
export function isQuestion(query: string, { wanted, unwanted }: Asked): boolean {
  const text = query.replace(/(?<!\S)-?[a-z]+:(?:"[^"]*"|\S+)/giu, '').trim();
  if (unwanted.length > 0 || /["“„*]|\bOR\b/u.test(text) || wanted.length < minWords) return false;
  if (text.split(/\s+/u).length > maxWords) return false;
  if (text.endsWith('?') || asks.test(text)) return true;
  return wanted.length >= minOfSentence && languageOfQuestion(text) !== null;
}
