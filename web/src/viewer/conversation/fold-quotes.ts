import { el } from '../dom.ts';

/** What mail programs put around the message that is answered. */
const quotes = 'blockquote, .gmail_quote, .yahoo_quoted, #divRplyFwdMsg';

/** Earlier messages, repeated below an answer, are one click away; a quotation in the middle of a text stays. */
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
