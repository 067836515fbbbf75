/** Matches 'how' with a measure, and 'when', in English, German and French. Both are answered by numbers and days. */
const asking =
  /\b(how (?:much|many|long|high|big|large|old|often|far|soon|quickly|fast|late|early)|what (?:percentage|price|amount|number|date)|(?:by |until |since |from )?when|wie (?:viel|viele|hoch|lang|lange|groß|alt|oft|weit|schnell|teuer)|wann|combien|quand|quel (?:est le )?(?:montant|prix|numéro|pourcentage)|quelle (?:est la )?date)\b/iu;

const numberWords = [
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen twenty thirty forty',
  'fifty sixty seventy eighty ninety hundred thousand million half third quarter fifth both none never always daily weekly',
  'monthly yearly today yesterday tomorrow monday tuesday wednesday thursday friday saturday sunday january february march',
  'april may june july august september october november december noon midnight',
  'ein eine einen zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig hundert tausend halb nie',
  'immer täglich heute gestern morgen montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz',
  'mai juni juli oktober dezember',
  'un une deux trois quatre cinq sept huit neuf dix onze douze vingt trente cent mille moitié jamais toujours demain hier',
  'lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril juin juillet août septembre octobre',
  'novembre décembre',
];
const known = new Set(numberWords.join(' ').split(' '));

const asksWhen = /\b(?:when|wann|quand)\b/iu;
/** A condition answers 'when' as well. */
const condition =
  /\b(?:if|once|after|before|until|upon|as soon as|when|whenever|wenn|sobald|nachdem|bevor|bis|lorsque|dès que|après|avant)\b/iu;

/**
 * Returns a test for sentences that may answer a question. Questions for a number or a time need one that has it; all
 * other questions accept any.
 */
export function fittingFor(question: string): (sentence: string) => boolean {
  if (!asking.test(question)) return () => true;
  return asksWhen.test(question) ? (sentence) => hasNumber(sentence) || condition.test(sentence) : hasNumber;
}

/** Whether a sentence has a number or a time, including recurring ones: 'on Fridays', 'freitags'. */
const hasNumber = (sentence: string): boolean =>
  /\d/.test(sentence) ||
  (sentence.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => known.has(word) || known.has(word.replace(/s$/, '')));
