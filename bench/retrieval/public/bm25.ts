/** The measure that all others are compared with: Okapi's, with its usual settings, over whole passages. */
const [k1, b] = [1.2, 0.75];

export function bm25(passages: readonly (readonly string[])[]) {
  const averageLength = passages.reduce((sum, words) => sum + words.length, 0) / Math.max(passages.length, 1);
  const counts = passages.map((words) => {
    const count = new Map<string, number>();
    for (const word of words) count.set(word, (count.get(word) ?? 0) + 1);
    return count;
  });
  const having = new Map<string, number>();
  for (const count of counts) for (const word of count.keys()) having.set(word, (having.get(word) ?? 0) + 1);
  /** The places of the passages that have any of the words, the best first. */
  return (words: readonly string[]): number[] => {
    const scores = counts.map((count, place) => {
      let score = 0;
      for (const word of new Set(words)) {
        const times = count.get(word) ?? 0;
        const n = having.get(word) ?? 0;
        const rarity = Math.log(1 + (passages.length - n + 0.5) / (n + 0.5));
        score += (rarity * times * (k1 + 1)) / (times + k1 * (1 - b + (b * passages[place]!.length) / averageLength));
      }
      return { place, score };
    });
    return scores
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .map(({ place }) => place);
  };
}
