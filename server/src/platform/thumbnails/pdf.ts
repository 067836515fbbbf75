import { open } from 'node:fs/promises';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { pdfOptions } from '../pdf-options.ts';
import { edge, quality } from './task.ts';

const maxBytes = 100 * 1024 * 1024;

/** Draws the first page on white. */
export async function drawPdf(path: string): Promise<Uint8Array> {
  const loading = getDocument({ data: await bytesOf(path), ...pdfOptions });
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
    if ((await file.stat()).size > maxBytes) throw new Error('too large');
    return new Uint8Array(await file.readFile());
  } finally {
    await file.close();
  }
}
