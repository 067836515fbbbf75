import { eld } from 'eld/small';
import type { Passage } from './task.ts';

/** Enough text to detect the language; more would only take longer. */
const enough = 600;
/** With fewer Latin letters (a tag or a name) only widespread languages are accepted, since such text resembles any. */
const minLetters = 30;
const widespread = new Set(['en', 'de', 'fr', 'es']);
/** With fewer letters, the language of the rest of the document is more reliable than the passage's own. */
const longLetters = 200;

/** ISO 639-1; null if it can't be detected, as with numbers. */
export function languageOf(text: string): string | null {
  const found = eld.detect(text.slice(0, enough));
  if (!found.language || !found.isReliable()) return null;
  const isShort = lettersOf(text) < minLetters && !/[^\p{Script=Latin}\P{L}]/u.test(text);
  return isShort && !widespread.has(found.language) ? null : found.language;
}

const lettersOf = (text: string): number => text.slice(0, enough).match(/\p{L}/gu)?.length ?? 0;

/** Gives passages too short for a language of their own the language of their document. */
export function inheritLanguage(passages: readonly Passage[]): Passage[] {
  const letters = new Map<string, number>();
  const told = passages.map(({ language, body }) => ({ language, letters: lettersOf(body) }));
  for (const { language, letters: count } of told)
    if (language) letters.set(language, (letters.get(language) ?? 0) + count);
  const [main] = [...letters].sort((a, b) => b[1] - a[1])[0] ?? [];
  if (main === undefined) return [...passages];
  return passages.map((passage, index) => {
    const { language, letters: count } = told[index]!;
    return language === null || count < longLetters ? { ...passage, language: main } : passage;
  });
}
