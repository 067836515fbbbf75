import type { PDFDocumentProxy } from 'pdfjs-dist';
import { findHits } from './find-hits.ts';
import type { PdfPages } from './pages.ts';

/** The search stops after this many hits. */
const MAX_HITS = 5000;

interface Hit {
  page: number;
  /** Its index among the hits of its page. */
  index: number;
}

/** Searches a text page by page, highlights it on rendered pages, and steps from hit to hit. */
export class PdfSearch {
  readonly #pdf: PDFDocumentProxy;
  readonly #pages: PdfPages;
  readonly #texts = new Map<number, string>();
  #searched = '';
  #hits: Hit[] = [];
  #at = -1;
  #busy = false;
  onChange: () => void = () => {};

  constructor(pdf: PDFDocumentProxy, pages: PdfPages) {
    this.#pdf = pdf;
    this.#pages = pages;
    pages.onChange(() => this.#mark());
  }

  get state(): string {
    if (!this.#searched) return '';
    const found = `${this.#at + 1} of ${this.#hits.length.toLocaleString('en')}`;
    if (this.#hits.length > 0) return this.#busy ? `${found}…` : found;
    return this.#busy ? 'Searching…' : 'Not found';
  }

  async find(searched: string): Promise<void> {
    const mine = searched.trim();
    if (mine === this.#searched) return this.step(1);
    this.#searched = mine;
    this.#hits = [];
    this.#at = -1;
    this.#busy = mine !== '';
    this.#mark();
    this.onChange();
    if (!mine) return;
    for (let page = 1; page <= this.#pages.count && this.#hits.length < MAX_HITS; page += 1) {
      const text = await this.#text(page);
      if (this.#searched !== mine) return;
      const had = this.#hits.length;
      this.#hits.push(...findHits(text, mine).map((_, index) => ({ page, index })));
      if (had === 0 && this.#hits.length > 0) await this.step(1);
      if (page % 10 === 0) this.onChange();
    }
    this.#busy = false;
    this.onChange();
  }

  async step(by: 1 | -1): Promise<void> {
    if (this.#hits.length === 0) return;
    this.#at = (this.#at + by + this.#hits.length) % this.#hits.length;
    this.onChange();
    const hit = this.#hits[this.#at]!;
    this.#pages.goTo(hit.page);
    const layer = await this.#pages.textOf(hit.page);
    if (this.#hits[this.#at] !== hit || !layer) return;
    this.#mark();
    const range = rangesIn(layer, this.#searched)[hit.index];
    if (!range) return;
    CSS.highlights?.set('current-hit', new Highlight(range));
    const { root } = this.#pages;
    root.scrollTop += range.getBoundingClientRect().top - root.getBoundingClientRect().top - root.clientHeight / 3;
  }

  #mark(): void {
    if (!('highlights' in CSS)) return;
    CSS.highlights.delete('current-hit');
    if (!this.#searched) CSS.highlights.delete('hit');
    else
      CSS.highlights.set('hit', new Highlight(...this.#pages.drawnText().flatMap((l) => rangesIn(l, this.#searched))));
    const hit = this.#hits[this.#at];
    const layer = hit && this.#pages.drawnText().find((one) => one.parentElement?.ariaLabel === `Page ${hit.page}`);
    const range = layer && rangesIn(layer, this.#searched)[hit.index];
    if (range) CSS.highlights.set('current-hit', new Highlight(range));
  }

  async #text(number: number): Promise<string> {
    const known = this.#texts.get(number);
    if (known !== undefined) return known;
    const { items } = await (await this.#pdf.getPage(number)).getTextContent();
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join('');
    this.#texts.set(number, text);
    return text;
  }
}

/** The ranges of the hits in a rendered text layer, which has the same characters in the same order. */
function rangesIn(layer: HTMLElement, searched: string): Range[] {
  const places: { node: Text | null; length: number }[] = [];
  let text = '';
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) places.push({ node, length: node.length });
    else if (node.nodeName === 'BR') places.push({ node: null, length: 1 });
    else continue;
    text += node instanceof Text ? node.data : ' ';
  }
  const place = (at: number): [Text, number] | null => {
    let start = 0;
    for (const { node, length } of places) {
      if (node && at <= start + length) return [node, Math.max(0, at - start)];
      start += length;
    }
    return null;
  };
  return findHits(text, searched).flatMap((at) => {
    const [from, to] = [place(at), place(at + searched.length)];
    if (!from || !to) return [];
    const range = new Range();
    range.setStart(...from);
    range.setEnd(...to);
    return [range];
  });
}
