import { open } from 'node:fs/promises';
import sharp from 'sharp';
import { edge, quality } from './task.ts';

/** Read from the head of the file, before anything is decoded. */
const maxPixels = 100_000_000;
const largestSvg = 2 * 1024 * 1024;
const seconds = 15;

sharp.concurrency(1);
sharp.cache(false);
// Only formats with decoders made for the open web. An SVG is read from memory, where it has no files beside it to
// refer to.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['PngFile', 'JpegFile', 'WebpFile', 'NsgifFile', 'TiffFile', 'HeifFile', 'SvgBuffer', 'PngBuffer'].map(
    (name) => `VipsForeignLoad${name}`,
  ),
});

/** Draws it upright, within 320 × 320 and never enlarged; only pixels are left of the original. */
export async function drawImage(file: string): Promise<Uint8Array> {
  const image = sharp((await svgBytes(file)) ?? file, { limitInputPixels: maxPixels, sequentialRead: true });
  const { width, height } = await image.metadata();
  if (width * height > maxPixels) throw new Error('too many pixels');
  return image
    .timeout({ seconds })
    .autoOrient()
    .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toBuffer();
}

/** Returns the bytes if the file is XML, as an SVG must be. */
async function svgBytes(path: string): Promise<Buffer | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0);
    const head = buffer.toString('latin1', 0, bytesRead).replace(/^\xef\xbb\xbf/, '');
    if (!/^\s*</.test(head) || (await file.stat()).size > largestSvg) return null;
    return await file.readFile();
  } finally {
    await file.close();
  }
}
