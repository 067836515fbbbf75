import { type IndexWord, indexWords } from '../../../platform/text/index-words.ts';

const asking =
  /^\W*(?:(?:please )?(?:define|explain)|what(?:[’']s| is| are| was| were)(?: meant by)?|what do(?:es)?|was (?:ist|sind|bedeutet|bedeuten|heißt|bezeichnet|versteht man unter)|qu[’']est-ce que?|que signifie|que veut dire)\s+/iu;
const before =
  /^(?:(?:an?|the|our|my|your|ein|eine|einen|der|die|das|un|une|le|la|les)\s+)?(?:(?:term|word|expression|Begriff|Wort|terme|mot)\s+)?/iu;
const behind =
  /\s+(?:in|of|for|under|by|on|at|with|to|from|according|used|mean|stand|do|does|about|im|von|bei|nach|für|unter|bedeuten|heißen|dans|selon|de|du|pour)\b.*$/iu;
/** A longer phrase is no term. */
const maxWords = 5;

/**
 * The term whose meaning a question asks for, in English, German and French: 'What is a covered work in the license?'
 */
export function askedTerm(question: string): string[] {
  const text = question.replace(/[?!.\s]+$/u, '');
  const [start] = asking.exec(text) ?? [];
  if (start === undefined) return [];
  const words = indexWords(text.slice(start.length).replace(before, '').replace(behind, ''));
  return words.length > maxWords ? [] : words.map((word) => word.text);
}

const definingVerbs = new Set(
  'means mean refers denotes signifies bedeutet bezeichnet heisst signifie designe'.split(' '),
);
const weakDefiningVerbs = new Set('is are was ist sind est sont describes includes'.split(' '));
/** An article and a quotation mark may stand between the end of a sentence and a term. */
const beginsSentence =
  /(?:^|[.!?:\n][)"”’]?\s*)(?:(?:the|an?|our|der|die|das|ein|eine|le|la|un|une)\s+)?["“„«‘'`(*]*$/iu;
const endsSentence = /[.!?:;]/u;
/** The maximum distance from the start of the sentence to the term. */
const lookback = 12;
/** For 'shall mean' and 'in this license means'. */
const maxBetween = 3;
/** “X is …” is less often a definition of X than “X means …”. */
const likely = 0.6;

export interface Definition {
  /** From 0 to 1: how surely this is a definition of the term. */
  sureness: number;
  /** Where in the text the definition starts, after the term. */
  at: number;
}

/**
 * Finds the definition of a term in a text: its words next to each other, followed by a verb such as 'means' or 'is'.
 */
export function definitionIn(
  body: string,
  tokens: readonly IndexWord[],
  /** For each word of the term, its positions, counted from 1. */
  positions: readonly ReadonlySet<number>[],
): Definition | null {
  let best: Definition | null = null;
  for (const first of positions[0] ?? []) {
    if (!positions.every((stands, at) => stands.has(first + at)) || first > tokens.length) continue;
    const found = definitionAt(body, tokens, first - 1, first - 1 + positions.length);
    if (found && found.sureness > (best?.sureness ?? 0)) best = found;
  }
  return best;
}

/** The definition after a term at these tokens. */
function definitionAt(body: string, tokens: readonly IndexWord[], first: number, end: number): Definition | null {
  const { start } = tokens[first]!;
  for (const [between, token] of tokens.slice(end, end + maxBetween).entries()) {
    if (endsSentence.test(body.slice(tokens[end + between - 1]!.end, token.start))) return null;
    if (definingVerbs.has(token.text)) return { sureness: 1, at: token.start };
    if (between === 0 && weakDefiningVerbs.has(token.text)) {
      const isFirst = beginsSentence.test(body.slice(Math.max(0, start - lookback), start));
      return isFirst ? { sureness: likely, at: token.start } : null;
    }
  }
  return null;
}
