/** Of Okapi's measure: how soon more of a word tells nothing more, and how much length counts; less than usual, for passages are about as long as each other. */
const [k1, b] = [0.9, 0.4];

export interface Counted {
  /** How much each word tells, and how often it stands in the passage. */
  words: readonly { weight: number; times: number }[];
  /** Of the passage, and of a usual one, in the same unit. */
  length: number;
  usualLength: number;
}

/** How well the words of a passage fit: the rarer they are and the more often they stand there, the better; about 1 where each stands there once. */
export function bm25({ words, length, usualLength }: Counted): number {
  const norm = k1 * (1 - b + (b * length) / usualLength);
  let [score, total] = [0, 0];
  for (const { weight, times } of words) {
    total += weight;
    score += (weight * times * (k1 + 1)) / (times + norm);
  }
  return total === 0 ? 0 : score / total;
}
