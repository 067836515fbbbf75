import type { AiMessage } from '@sheaf/contract';

/** Words by which a question leans on what was said before. */
const leaning =
  /\b(it|its|this|that|these|those|they|them|their|he|him|his|she|her|same|there|then|one|ones|else|other|er|sie|es|ihr|ihn|ihm|dies\w*|jene\w*|dort|davon|dazu|dafür|il|elle|ils|elles|ce|cette|ces|celui|celle|y|en|leur|lui)\b/iu;
const continuing = /^(and|but|or|so|what about|how about|und|aber|oder|was ist mit|et|mais|ou|qu’en|qu'en)\b/iu;
/** So few words say too little by themselves. */
const short = 4;

/**
 * What to look for: the question, and where it leans on what came before ('And when does it end?'), that question too,
 * with the names of the documents the last answer cited.
 */
export function standaloneQuestion(question: string, history: readonly AiMessage[]): string {
  const words = question.trim().split(/\s+/);
  if (words.length > short && !leaning.test(question) && !continuing.test(question)) return question;
  const before = history.findLast(({ role }) => role === 'user');
  const answer = history.findLast(({ role }) => role === 'assistant');
  if (!before) return question;
  const cited = answer?.supported ? answer.citations : [];
  const names = [...new Set(cited.map(({ document_name }) => document_name))].slice(0, 2);
  return [question, before.content, ...names.map((name) => name.replace(/\.\w{1,5}$/, ''))].join(' ');
}
