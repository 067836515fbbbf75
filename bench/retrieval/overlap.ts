/** Words that say nothing of what a question is about; with those that only make it a question. */
const unspecific = new Set(
  `a about after all also am an and any are as at be become been before being but by can could did do does doing for from
  get goes got had has have he her his how i if in into is it its long many may me much must my no not of on only or our
  out over people same say says she should so some soon still such take than that the their them then there they this to
  until up us was we were what when where which while who whom whose why will with would you your`.split(/\s+/),
);

/** The part of the question's words, by their stems, that the answer has as well; 0 to 1. */
export function overlap(question: string, answer: string): number {
  const asked = stems(question);
  const said = stems(answer);
  return asked.size === 0 ? 0 : [...asked].filter((stem) => said.has(stem)).length / asked.size;
}

const stems = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
      .filter((word) => word.length > 1 && !unspecific.has(word))
      .map(stemOf),
  );

/** Coarse on purpose: rather one overlap too many than one too few. */
function stemOf(word: string): string {
  const stem = word.replace(/(ings?|edly|ed|ies|es|s|ly|er|est|ness)$/, '');
  return stem.length >= 3 ? stem : word;
}
