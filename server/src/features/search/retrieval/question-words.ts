/** Words that make a text a question, or address whoever answers, and say nothing of what is asked for. */
const idle = new Set(
  `how much many what which when where who whom whose why long often far soon high big large please tell show give find list explain
  say says said mean means know need want anyone anybody someone something anything everything there any exactly currently
  wie viel viele hoch was welche welcher welches welchen wann wo wohin woher wer wen wem wessen warum wieso weshalb lange bitte
  zeig zeige nenne sag sagt steht gibt jemand etwas
  comment combien quoi que quel quelle quels quelles quand où ou qui pourquoi est-ce dis dit montre donne existe
  quelqu quelque`.split(/\s+/),
);

/** A question without these words; what is left of it says what to look for. Operators and phrases stay. */
export const withoutQuestionWords = (question: string): string =>
  question
    .split(/(\s+)/)
    .filter((word) => !idle.has(word.toLowerCase().replace(/^[\p{P}]+|[\p{P}]+$/gu, '')))
    .join('')
    .trim();
