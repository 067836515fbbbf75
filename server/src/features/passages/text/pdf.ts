import { getDocument, PasswordException, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { pdfOptions } from '../../../platform/pdf-options.ts';
import { joinLines } from './pdf-lines.ts';
import { type Piece, Unreadable } from './piece.ts';

function open(bytes: Uint8Array) {
  const loading = getDocument({ data: bytes, ...pdfOptions });
  const pdf = loading.promise.catch((error) => {
    throw new Unreadable(
      error instanceof PasswordException ? 'This PDF is password-protected.' : 'This file is damaged.',
    );
  });
  return { pdf, close: () => loading.destroy() };
}

export async function withPdf<T>(bytes: Uint8Array, use: (pdf: PDFDocumentProxy) => Promise<T>): Promise<T> {
  const { pdf, close } = open(bytes);
  try {
    return await use(await pdf);
  } finally {
    await close();
  }
}

/** Page by page, each loaded only when needed. */
export async function* readPdf(bytes: Uint8Array): AsyncGenerator<Piece> {
  const { pdf: opening, close } = open(bytes);
  try {
    const pdf = await opening;
    for (let page = 1; page <= pdf.numPages; page += 1) {
      const text = await textOfPage(pdf, page);
      yield { place: { page }, text, lacksText: lacksText(text) };
    }
  } finally {
    await close();
  }
}

/** A page with fewer letters may be a scan with the stamp of the program that made it. */
const fewLetters = 20;
export const lacksText = (text: string): boolean => (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < fewLetters;

/** Empty for a damaged page. */
export async function textOfPage(pdf: PDFDocumentProxy, number: number): Promise<string> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return joinLines(items.filter((item) => 'str' in item));
  } catch {
    return '';
  }
}
