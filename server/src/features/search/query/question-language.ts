/** Words that occur in nearly every sentence of a language, and rarely in others. */
const smallWords: Readonly<Record<string, string>> = {
  en: 'the of and to is in that for was with are this which what when who how does did do our we they have has be by from',
  de: 'der die das und ist in den von zu mit für auf nicht ein eine wie was wann wer wo welche wird werden haben hat wir sind bei vom zum im dem des',
  fr: 'le la les des du de et est dans pour que qui une un quel quelle quels quelles combien quand où sont avec sur nous pas au aux ce cette',
  es: 'el la los las de y es en que para un una qué quién cuándo cuánto cuántos dónde cómo por con del son se al nuestro',
  it: 'il lo la gli le di e è in che per un una chi quando quanto quanti dove come con del della sono si al nostro',
  nl: 'de het een en van is in dat voor op met wat wie wanneer hoeveel waar hoe zijn niet wordt worden ons onze bij',
  pt: 'o a os as de e é em que para um uma quem quando quanto quantos onde como com do da são se ao nosso',
};

const languages = Object.entries(smallWords).map(([language, words]) => ({
  language,
  words: new Set(words.split(' ')),
}));

/**
 * ISO 639-1; null if it can't be detected. A full language detector takes a hundred megabytes and stays in the
 * processes that read files; questions are short and frequent.
 */
export function languageOfQuestion(question: string): string | null {
  const words = smallIn(question);
  const counted = languages
    .map(({ language, words: small }) => ({ language, count: words.filter((word) => small.has(word)).length }))
    .sort((a, b) => b.count - a.count);
  const [first, second] = counted;
  return first && first.count > (second?.count ?? 0) ? first.language : null;
}

/** A capital inside a sentence starts a name or a noun: “Red Hat” says nothing about German. */
function smallIn(question: string): string[] {
  const words = question.match(/\p{L}+/gu) ?? [];
  const hasCase = /\p{Ll}/u.test(question);
  return words
    .filter((word, index) => index === 0 || !hasCase || !/^\p{Lu}/u.test(word))
    .map((word) => word.toLowerCase());
}
