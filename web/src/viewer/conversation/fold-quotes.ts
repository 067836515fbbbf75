import { el } from '../dom.ts';

/** Elements that mail programs put around the answered message. */
const quotes = 'blockquote, .gmail_quote, .yahoo_quoted, #divRplyFwdMsg';

/** Folds earlier messages repeated below an answer; quotations in the middle of a text stay. */
export function foldQuotes(body: HTMLElement): void {
  const last = [...body.querySelectorAll(quotes)].filter((quote) => !quote.parentElement?.closest(quotes)).at(-1);
  if (!last || hasTextAfter(body, last) || !hasTextBefore(body, last)) return;
  const fold = el('details', { className: 'quoted' }, el('summary', { title: 'Show quoted text' }, 'Quoted text'));
  last.replaceWith(fold);
  fold.append(last);
}

function hasTextAfter(body: HTMLElement, node: Element): boolean {
  const range = document.createRange();
  range.setStartAfter(node);
  range.setEndAfter(body.lastChild ?? node);
  return range.toString().trim() !== '';
}

function hasTextBefore(body: HTMLElement, node: Element): boolean {
  const range = document.createRange();
  range.setStart(body, 0);
  range.setEndBefore(node);
  return range.toString().trim() !== '';
}
