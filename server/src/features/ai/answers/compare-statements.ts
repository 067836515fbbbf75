const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const isFigure = (word: string): boolean => /\d/.test(word);

/**
 * From this share of equal words on, two sentences say the same about different things (`alike`) or the same thing
 * (`same`).
 */
const alike = 0.6;
const same = 0.9;

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / Math.max(a.size + b.size - shared, 1);
}

/** Whether two sentences differ only in small things and not in a figure. */
export function isSameStatement(one: string, other: string): boolean {
  const [a, b] = [new Set(wordsOf(one)), new Set(wordsOf(other))];
  return likeness(a, b) >= same && [...a].filter(isFigure).every((word) => b.has(word)) && sameFigures(b, a);
}

const sameFigures = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  [...a].filter(isFigure).every((word) => b.has(word));

/** Whether any of these sentences, each from another document, say the same with different figures. */
export function contradict(sentences: readonly string[]): boolean {
  const all = sentences.map((text) => new Set(wordsOf(text)));
  return all.some((a, at) =>
    all.slice(at + 1).some((b) => {
      const [words, others] = [withoutFigures(a), withoutFigures(b)];
      const hasFigures = a.size > words.size && b.size > others.size;
      return hasFigures && likeness(words, others) >= alike && !(sameFigures(a, b) && sameFigures(b, a));
    }),
  );
}

const withoutFigures = (words: ReadonlySet<string>): Set<string> =>
  new Set([...words].filter((word) => !isFigure(word)));
