import type { PDFDocumentProxy } from 'pdfjs-dist';
import { findText, lettersOf } from '../mark/find-text.ts';
import { markText } from '../mark/mark-text.ts';
import type { Mark } from '../protocol.ts';
import type { PdfPages } from './pages.ts';

/** The most pages searched for the quote. */
const MAX_PAGES = 200;

/** Opens the page of the quote and marks it, also when the page is rendered again. */
export async function markInPdf(pdf: PDFDocumentProxy, pages: PdfPages, mark: Mark): Promise<void> {
  const number = await pageOf(pdf, mark);
  if (number === null) return;
  let marked: HTMLElement | undefined;
  let isShown = false;
  const markIn = (layer: HTMLElement | undefined): void => {
    if (!layer || layer === marked) return;
    marked = layer;
    isShown = markText(layer, mark, !isShown) || isShown;
  };
  // A visible page may be rendered already; then its text layer comes with a change instead of below.
  pages.onChange(() => markIn(pages.drawnText().find((one) => one.parentElement?.ariaLabel === `Page ${number}`)));
  pages.goTo(number);
  markIn(await pages.textOf(number));
}

async function pageOf(pdf: PDFDocumentProxy, { quote, place }: Mark): Promise<number | null> {
  const named = place?.kind === 'page' ? Number(place.value) : Number.NaN;
  const expected = named >= 1 && named <= pdf.numPages ? named : null;
  const others = Array.from({ length: Math.min(MAX_PAGES, pdf.numPages) }, (_, index) => index + 1);
  for (const number of expected ? [expected, ...others] : others) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    const text = items.map((item) => ('str' in item ? item.str : '')).join('');
    if (findText(lettersOf(text), quote)) return number;
  }
  return expected;
}
