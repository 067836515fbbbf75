/** Words that form a question or address the answerer, without saying what is asked about. */
const idle = new Set(
  `how much many what which when where who whom whose why long often far soon high big large please tell show give find list explain
  say says said mean means know need want anyone anybody someone something anything everything there any exactly currently
  wie viel viele hoch was welche welcher welches welchen wann wo wohin woher wer wen wem wessen warum wieso weshalb lange bitte
  zeig zeige nenne sag sagt steht gibt jemand etwas
  comment combien quoi que quel quelle quels quelles quand où ou qui pourquoi est-ce dis dit montre donne existe
  quelqu quelque`.split(/\s+/),
);

/** The question without these words. Operators and phrases stay. */
export const withoutQuestionWords = (question: string): string =>
  question
    .split(/(\s+)/)
    .filter((word) => !idle.has(word.toLowerCase().replace(/^[\p{P}]+|[\p{P}]+$/gu, '')))
    .join('')
    .trim();
