import { type PDFDocumentProxy, type PDFPageProxy, type RenderTask, TextLayer } from 'pdfjs-dist';
import { el } from '../dom.ts';

/** Larger canvases take too much memory. */
const MAX_PIXELS = 12_000_000;
const ZOOMS = { least: 0.25, most: 4 };
/** CSS pixels per point. */
const POINT = 96 / 72;

interface Page {
  number: number;
  root: HTMLElement;
  drawn?: { task?: RenderTask; scale: number; text?: HTMLElement };
}

/** The pages below each other. All take up space; only the visible ones and their neighbors are rendered. */
export class PdfPages {
  readonly root = el('div', { className: 'scroll', tabIndex: 0, role: 'document' });
  readonly #pdf: PDFDocumentProxy;
  readonly #pages: Page[];
  readonly #near = new Set<Page>();
  readonly #listeners = new Set<() => void>();
  #zoom = 1;
  #width: number;
  #fits = true;

  constructor(pdf: PDFDocumentProxy, first: { width: number; height: number }) {
    this.#pdf = pdf;
    this.#width = first.width * POINT;
    this.#pages = Array.from({ length: pdf.numPages }, (_, index) => this.#place(index + 1, first));
  }

  start(): void {
    const observer = new IntersectionObserver((entries) => this.#look(entries), { root: this.root, rootMargin: '60%' });
    for (const { root } of this.#pages) observer.observe(root);
    new ResizeObserver(() => this.#fits && this.fit()).observe(this.root);
    this.root.addEventListener('scroll', () => this.#notify(), { passive: true });
    this.root.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    this.fit();
  }

  get count(): number {
    return this.#pages.length;
  }

  get zoom(): number {
    return this.#zoom;
  }

  /** The page in the middle of the window. */
  get current(): number {
    const middle = this.root.getBoundingClientRect().top + this.root.clientHeight / 2;
    const index = this.#pages.findIndex(({ root }) => root.getBoundingClientRect().bottom > middle);
    return index === -1 ? this.count : index + 1;
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  goTo(number: number): void {
    const page = this.#pages[Math.min(Math.max(Math.round(number), 1), this.count) - 1];
    page?.root.scrollIntoView({ block: 'start' });
  }

  fit(): void {
    this.#set(Math.min(1.25, (this.root.clientWidth - 32) / this.#width));
    this.#fits = true;
  }

  zoomBy(factor: number): void {
    this.#fits = false;
    this.#set(this.#zoom * factor);
  }

  /** The text layer of a page, once it is rendered. */
  async textOf(number: number): Promise<HTMLElement | undefined> {
    const page = this.#pages[number - 1];
    if (!page) return undefined;
    await this.#draw(page);
    return page.drawn?.text;
  }

  /** The text layers of the rendered pages. */
  drawnText(): HTMLElement[] {
    return [...this.#near].flatMap(({ drawn }) => (drawn?.text ? [drawn.text] : []));
  }

  #place(number: number, { width, height }: { width: number; height: number }): Page {
    const root = el('div', { className: 'page', role: 'img', aria: { label: `Page ${number}` } });
    root.style.setProperty('--page-width', String(width * POINT));
    root.style.setProperty('--page-height', String(height * POINT));
    this.root.append(root);
    return { number, root };
  }

  #set(zoom: number): void {
    const next = Math.min(Math.max(zoom, ZOOMS.least), ZOOMS.most);
    const at = this.root.scrollTop / Math.max(1, this.root.scrollHeight);
    this.#zoom = next;
    this.root.style.setProperty('--zoom', String(next));
    this.root.style.setProperty('--total-scale-factor', String(next * POINT));
    this.root.scrollTop = at * this.root.scrollHeight;
    for (const page of this.#near) void this.#draw(page);
    this.#notify();
  }

  #wheel(event: WheelEvent): void {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.zoomBy(Math.exp(-event.deltaY / 300));
  }

  #look(entries: IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const page = this.#pages.find(({ root }) => root === target)!;
      if (isIntersecting) {
        this.#near.add(page);
        void this.#draw(page);
      } else if (this.#near.delete(page)) this.#clear(page);
    }
  }

  #clear(page: Page): void {
    page.drawn?.task?.cancel();
    page.drawn = undefined;
    page.root.replaceChildren();
  }

  async #draw(page: Page): Promise<void> {
    const scale = this.#zoom * POINT;
    if (page.drawn?.scale === scale) return;
    page.drawn?.task?.cancel();
    const mine: NonNullable<Page['drawn']> = { scale };
    page.drawn = mine;
    try {
      const source = await this.#pdf.getPage(page.number);
      const { width, height } = source.getViewport({ scale: POINT });
      page.root.style.setProperty('--page-width', String(width));
      page.root.style.setProperty('--page-height', String(height));
      if (page.drawn !== mine) return;
      const canvas = await this.#paint(source, scale, mine);
      const text = el('div', { className: 'textLayer' });
      if (page.drawn !== mine) return;
      page.root.replaceChildren(canvas, text);
      const textContentSource = await source.getTextContent();
      await new TextLayer({ textContentSource, container: text, viewport: source.getViewport({ scale }) }).render();
      page.root.role = 'group';
      mine.text = text;
      this.#notify();
    } catch (error) {
      if (page.drawn !== mine) return;
      const reason = error instanceof Error ? error.message : '';
      page.root.replaceChildren(el('p', { className: 'empty' }, `This page is damaged: ${reason}`));
    }
  }

  async #paint(source: PDFPageProxy, scale: number, mine: NonNullable<Page['drawn']>): Promise<HTMLCanvasElement> {
    const { width, height } = source.getViewport({ scale });
    const density = Math.min(devicePixelRatio, Math.sqrt(MAX_PIXELS / (width * height)));
    const viewport = source.getViewport({ scale: scale * density });
    const canvas = el('canvas', { width: Math.ceil(viewport.width), height: Math.ceil(viewport.height) });
    mine.task = source.render({ canvas, viewport });
    await mine.task.promise;
    return canvas;
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
