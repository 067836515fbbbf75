/** Shorter words are similar to too many others. */
const shortest = 4;
const longWord = 8;
const maxNear = 8;

/** Known words that differ from one of these by a letter or two: left out, doubled, changed or swapped. */
export function nearWords(words: readonly string[], known: readonly string[]): string[] {
  const typed = words.filter((word) => word.length >= shortest && /^\p{L}+$/u.test(word));
  if (typed.length === 0) return [];
  const found: { word: string; distance: number }[] = [];
  for (const word of known) {
    if (word.length < shortest - 1) continue;
    let distance = Number.POSITIVE_INFINITY;
    for (const one of typed) {
      const maxDistance = one.length >= longWord ? 2 : 1;
      if (Math.abs(word.length - one.length) > maxDistance || (word[0] !== one[0] && word[1] !== one[1])) continue;
      distance = Math.min(distance, distanceOf(one, word, maxDistance));
    }
    if (distance <= 2) found.push({ word, distance });
  }
  return found
    .sort((a, b) => a.distance - b.distance)
    .slice(0, maxNear)
    .map(({ word }) => word);
}

/** The number of slips between two words, a swap counting as one; infinite beyond maxDistance. */
function distanceOf(a: string, b: string, maxDistance: number): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(change, last[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
    }
    if (Math.min(...row) > maxDistance) return Number.POSITIVE_INFINITY;
    [before, last] = [last, row];
  }
  return last[b.length]! <= maxDistance ? last[b.length]! : Number.POSITIVE_INFINITY;
}
