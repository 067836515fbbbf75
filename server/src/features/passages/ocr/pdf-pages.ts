import { readFile, stat } from 'node:fs/promises';
import { createCanvas } from '@napi-rs/canvas';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { lacksText, textOfPage, withPdf } from '../text/pdf.ts';
import { Unreadable } from '../text/piece.ts';
import { maxFileBytes } from '../text/task.ts';

/** Longer PDFs are read by their text only. */
const maxLookedAt = 2_000;
/** The long edge of an A4 page at 200 dots per inch. */
const edge = 2_340;

async function withFile<T>(path: string, use: (pdf: PDFDocumentProxy) => Promise<T>): Promise<T> {
  if ((await stat(path)).size > maxFileBytes)
    throw new Unreadable(`This file is larger than ${maxFileBytes / 1024 / 1024} MB.`);
  return withPdf(new Uint8Array(await readFile(path)), use);
}

/** Undefined for a PDF that is too long. */
export const pageTexts = (path: string) =>
  withFile(path, async (pdf) => {
    if (pdf.numPages > maxLookedAt) return undefined;
    const pages: { text: string; lacksText: boolean }[] = [];
    for (let page = 1; page <= pdf.numPages; page += 1) {
      const text = await textOfPage(pdf, page);
      pages.push({ text, lacksText: lacksText(text) });
    }
    return pages;
  });

/**
 * A page on white, as a PNG. Nothing in the file is executed, and nothing outside it is read but the library's own
 * fonts.
 */
export const drawPage = (path: string, number: number): Promise<Buffer> =>
  withFile(path, async (pdf) => {
    const page = await pdf.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: edge / Math.max(width, height) });
    const canvas = createCanvas(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)));
    await page.render({ canvas: canvas as never, viewport, background: '#ffffff' }).promise;
    return canvas.encode('png');
  });
