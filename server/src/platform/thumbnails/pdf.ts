import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { edge, quality } from './task.ts';

const largest = 100 * 1024 * 1024;
const maxPixelsOfAnImage = 40_000_000;
const library = join(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json'))), '/');

/**
 * Draws the first page on white. Nothing in the file is run, and apart from it only the library's own fonts are read.
 */
export async function drawPdf(path: string): Promise<Uint8Array> {
  const loading = getDocument({
    data: await bytesOf(path),
    verbosity: VerbosityLevel.ERRORS,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    maxImageSize: maxPixelsOfAnImage,
    canvasMaxAreaInBytes: maxPixelsOfAnImage * 4,
    standardFontDataUrl: `${library}standard_fonts/`,
    cMapUrl: `${library}cmaps/`,
    wasmUrl: `${library}wasm/`,
    iccUrl: `${library}iccs/`,
  });
  const page = await (await loading.promise).getPage(1);
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: edge / Math.max(width, height) });
  const canvas = createCanvas(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)));
  await page.render({ canvas: canvas as never, viewport, background: '#ffffff' }).promise;
  const webp = await canvas.encode('webp', quality);
  await loading.destroy();
  return webp;
}

async function bytesOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    if ((await file.stat()).size > largest) throw new Error('too large');
    return new Uint8Array(await file.readFile());
  } finally {
    await file.close();
  }
}
