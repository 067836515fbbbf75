import type { Evidence, Quote } from '../answers/evidence.ts';
import { findQuote } from './find-quote.ts';
import { saidBy } from './said-by.ts';

/** Follows a sentence whose source could not be found. */
const unsupportedMark = '[unsupported]';

/** How long something in brackets may be before it counts as text. */
const maxCitationLength = 1_500;
const maxBracketLength = 300;

/**
 * Turns the output of a model into what people read, as it arrives. A model cites as [[3: "words of passage 3"]]. Each
 * citation is looked up in its passage and becomes [1], or the mark for unsupported statements. Links, pictures and
 * numbers in brackets that the model made up are disarmed: only what was looked up is a citation.
 */
export class AnswerText {
  /** All text that was released. */
  content = '';
  readonly quotes: Quote[] = [];
  #waiting = '';
  /** The text of the current release. */
  #shown = '';
  readonly #passage: (number: number) => Evidence | undefined;

  constructor(passage: (number: number) => Evidence | undefined) {
    this.#passage = passage;
  }

  /** Returns the text that can be shown now. */
  push(text: string): string {
    this.#waiting += text.replaceAll('【', '[[').replaceAll('】', ']]');
    return this.#release(false);
  }

  end(): string {
    return this.#release(true);
  }

  #release(isEnd: boolean): string {
    this.#shown = '';
    for (;;) {
      const bracket = this.#waiting.search(/!?\[|!$/);
      if (bracket === -1) {
        this.#shown += this.#waiting;
        this.#waiting = '';
        break;
      }
      this.#shown += this.#waiting.slice(0, bracket);
      this.#waiting = this.#waiting.slice(bracket);
      const taken = this.#take(isEnd);
      if (taken === null) break;
      this.#shown += taken.shown;
      this.#waiting = this.#waiting.slice(taken.length);
    }
    const shown = this.#shown;
    this.content += shown;
    this.#shown = '';
    return shown;
  }

  /** Decides about the bracket that the waiting text starts with; null: more text has to come first. */
  #take(isEnd: boolean): { shown: string; length: number } | null {
    const text = this.#waiting;
    if (text === '!' || text === '[' || text === '![') return isEnd ? { shown: text, length: text.length } : null;
    if (text.startsWith('[[')) {
      const end = text.indexOf(']]');
      if (end !== -1) return { shown: this.#cite(text.slice(2, end)), length: end + 2 };
      if (!isEnd && text.length < maxCitationLength) return null;
      return { shown: isEnd ? unsupportedMark : '', length: isEnd ? text.length : 2 };
    }
    // Some models write a single bracket.
    const cited = /^\[(\d{1,3}\s*:\s*["“„].*?["”“])\]/su.exec(text);
    if (cited) return { shown: this.#cite(cited[1]!), length: cited[0].length };
    if (/^\[\d{1,3}\s*:/.test(text) && !isEnd && text.length < maxCitationLength) return null;
    const link = /^!?\[([^\]]*)\](\([^)]*\))?/.exec(text);
    if (!link) {
      if (!isEnd && text.length < maxBracketLength) return null;
      return { shown: '(', length: text.startsWith('!') ? 2 : 1 };
    }
    const [whole, inside = '', target] = link;
    // The text after it decides whether it is a link.
    const isOpen = !target && (text.length === whole.length || /^\([^)]*$/.test(text.slice(whole.length)));
    if (isOpen && !isEnd && text.length < maxBracketLength * 4) return null;
    if (text.startsWith('!')) return { shown: '', length: whole.length };
    if (target) return { shown: inside, length: whole.length };
    return { shown: /^[\d\s,]*$|^unsupported$/.test(inside) ? '' : `(${inside})`, length: whole.length };
  }

  /** The text since the last sentence ended. */
  #statement(): string {
    return /[^.!?\n]*[.!?]?\s*$/u.exec((this.content + this.#shown).replaceAll(/\[\d+\]/g, ''))![0];
  }

  #cite(citation: string): string {
    const [, number, quote = ''] = /^\s*(\d{1,3})\s*(?:[:,]|†[^"“]*)?\s*(.*?)\s*$/s.exec(citation) ?? [];
    const evidence = number ? this.#passage(Number(number)) : undefined;
    const found = evidence && (quote ? findQuote(evidence.body, quote) : saidBy(evidence, this.#statement()));
    if (!evidence || !found) return unsupportedMark;
    const same = this.quotes.findIndex((one) => one.evidence === evidence && one.text === found.text);
    if (same === -1) this.quotes.push({ evidence, ...found });
    return `[${same === -1 ? this.quotes.length : same + 1}]`;
  }
}
