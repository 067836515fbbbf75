import type { AiMessage } from '@sheaf/contract';

/** Words by which a question refers to what was said before. */
const leaning =
  /\b(it|its|this|that|these|those|they|them|their|he|him|his|she|her|same|there|then|one|ones|else|other|er|sie|es|ihr|ihn|ihm|dies\w*|jene\w*|dort|davon|dazu|dafür|il|elle|ils|elles|ce|cette|ces|celui|celle|y|en|leur|lui)\b/iu;
const continuing = /^(and|but|or|so|what about|how about|und|aber|oder|was ist mit|et|mais|ou|qu’en|qu'en)\b/iu;
/** A question this short says too little without context. */
const short = 4;

/** One of the places to search for an answer, tried one after another until something answers. */
export interface FollowUp {
  query: string;
  /** Limits the search to the documents that the previous answer cited. */
  documentIds: readonly string[] | null;
}

/**
 * Searches a question by its own words first. If it refers to what came before ('And when does it end?'), searches the
 * documents that the last answer cited, then everything with the previous question and the names of these documents
 * added, then everything.
 */
export function followUps(question: string, history: readonly AiMessage[]): FollowUp[] {
  const alone = { query: question, documentIds: null };
  const words = question.trim().split(/\s+/);
  const isContinuing = continuing.test(question);
  if (words.length > short && !leaning.test(question) && !isContinuing) return [alone];
  const before = history.findLast(({ role }) => role === 'user');
  const answer = history.findLast(({ role }) => role === 'assistant');
  if (!before) return [alone];
  const cited = answer?.supported ? answer.citations : [];
  const names = [...new Set(cited.map(({ document_name }) => document_name))].slice(0, 2);
  const documentIds = [...new Set(cited.map(({ document_id }) => document_id))];
  const own = question.replace(continuing, '').trim() || question;
  const together = [question, before.content, ...names.map((name) => name.replace(/\.\w{1,5}$/, ''))].join(' ');
  return [
    ...(documentIds.length > 0 ? [{ query: own, documentIds }] : []),
    { query: together, documentIds: null },
    { query: own, documentIds: null },
  ];
}
