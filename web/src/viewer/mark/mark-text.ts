import type { Mark } from '../protocol.ts';
import { findText, findWords, lettersOf, type Span } from './find-text.ts';

const MAX_MARKS = 500;
/** The length of the start of a quote that is searched for if the whole quote is not found. */
const BEGINNING = 40;

/**
 * Marks the quote, or its words, in the shown text, and scrolls there if requested. Returns whether the quote, or else
 * any of the words, was found.
 */
export function markText(root: HTMLElement, { quote, words }: Mark, scrolls: boolean): boolean {
  const { text, rangeOf } = textIn(root);
  const letters = lettersOf(text);
  const whole = findText(letters, quote) ?? findText(letters, lettersOf(quote).text.slice(0, BEGINNING));
  const wordSpans = words.length > 0 ? findWords(letters, words, MAX_MARKS) : [];
  const inside = whole ? wordSpans.filter(([start, end]) => start >= whole[0] && end <= whole[1]) : wordSpans;
  const spans: readonly Span[] = inside.length > 0 ? inside : whole ? [whole] : [];
  const ranges = spans.map(rangeOf).filter((range) => range !== null);
  const first = ranges[0];
  if (!first) return false;
  // Even browsers without highlights scroll there.
  if ('highlights' in CSS) CSS.highlights.set('mark', new Highlight(...ranges));
  unfold(first);
  if (scrolls) scrollTo(first);
  return true;
}

/** The shown text, and the ranges of its parts. */
function textIn(root: HTMLElement): { text: string; rangeOf(span: Span): Range | null } {
  const nodes: { node: Text; start: number }[] = [];
  let text = '';
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    node instanceof Element && node.matches('style, script, [aria-hidden=true]')
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    nodes.push({ node, start: text.length });
    text += node.data;
  }
  const placeOf = (at: number): [Text, number] | null => {
    const index = nodes.findLastIndex(({ start }) => start <= at);
    const found = nodes[index];
    return found ? [found.node, Math.min(at - found.start, found.node.length)] : null;
  };
  return {
    text,
    rangeOf: ([start, end]) => {
      const [from, last] = [placeOf(start), placeOf(end - 1)];
      if (!from || !last) return null;
      const range = new Range();
      range.setStart(...from);
      range.setEnd(last[0], last[1] + 1);
      return range;
    },
  };
}

/** Opens the folded quote of a mail around the range. */
function unfold(range: Range): void {
  const fold = range.startContainer.parentElement?.closest('details');
  if (fold) fold.open = true;
}

function scrollTo(range: Range): void {
  let scroller = range.startContainer.parentElement;
  while (scroller && !isScroller(scroller)) scroller = scroller.parentElement;
  const root = scroller ?? document.documentElement;
  const top = scroller ? scroller.getBoundingClientRect().top : 0;
  root.scrollTop += range.getBoundingClientRect().top - top - root.clientHeight / 3;
}

const isScroller = (element: Element): boolean =>
  element.scrollHeight > element.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(element).overflowY);
