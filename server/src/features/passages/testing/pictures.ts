import { fileURLToPath } from 'node:url';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { missingPackages } from '../ocr/language-data.ts';

const [width, height] = [1_200, 600];

/** Makes pictures the same on every machine, even without fonts for text. */
const font = 'Font of pictures';
GlobalFonts.registerFromPath(
  fileURLToPath(import.meta.resolve('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf')),
  font,
);

function draw(lines: readonly string[]) {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#000000';
  context.font = `48px '${font}'`;
  for (const [index, line] of lines.entries()) context.fillText(line, 60, 120 + index * 90);
  return canvas;
}

/** Draws lines of text as a picture. */
export const picture = (type: 'png' | 'jpeg' | 'webp', ...lines: string[]): Promise<Buffer> =>
  draw(lines).encode(type as 'png');

/** A page of a PDF that consists of a picture. */
export async function scannedPage(...lines: string[]): Promise<Buffer> {
  const jpeg = await draw(lines).encode('jpeg');
  const head = `q 595 0 0 298 0 500 cm\nBI /W ${width} /H ${height} /CS /RGB /BPC 8 /F /DCT ID `;
  return Buffer.concat([Buffer.from(head), jpeg, Buffer.from('\nEI\nQ')]);
}

const missing = missingPackages(['eng']);
export const canScan = missing.length === 0;
if (!canScan) console.warn(`Skipped: reading pictures needs ${missing.join(' and ')}, which isn’t installed.`);
