/** Scripts without spaces between words, where two characters count as one word. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
/** A longer run of characters without a space counts as several words, so that no passage is huge. */
const longestWord = 40;
const word = new RegExp(`[${unspaced}]{1,2}|[^\\s${unspaced}]{1,${longestWord}}`, 'gu');

/** The number of words, and where the first `max` of them end. */
export function countWords(text: string, max: number): { count: number; end: number } {
  let count = 0;
  word.lastIndex = 0;
  while (count < max && word.test(text)) {
    count += 1;
    if (count === max) return { count, end: word.lastIndex };
  }
  return { count, end: text.length };
}
