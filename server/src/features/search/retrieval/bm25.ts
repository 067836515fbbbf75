/**
 * Parameters of Okapi's measure: how soon repetitions stop counting, and how much length counts; lower than usual,
 * since passages have similar lengths.
 */
const [k1, b] = [0.9, 0.4];

export interface Counted {
  /** The weight of each word, and how often it occurs in the passage. */
  words: readonly { weight: number; times: number }[];
  /** The length of the passage and of a usual one, in the same unit. */
  length: number;
  usualLength: number;
}

/**
 * How well the words of a passage match: better the rarer and the more frequent in it they are; about 1 if each occurs
 * once.
 */
export function bm25({ words, length, usualLength }: Counted): number {
  const norm = k1 * (1 - b + (b * length) / usualLength);
  let [score, total] = [0, 0];
  for (const { weight, times } of words) {
    total += weight;
    score += (weight * times * (k1 + 1)) / (times + norm);
  }
  return total === 0 ? 0 : score / total;
}
