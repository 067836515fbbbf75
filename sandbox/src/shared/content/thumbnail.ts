import type { Sharp } from 'sharp';
import { readBitmap } from './bitmap.ts';

export interface Picture {
  width: number;
  height: number;
  /** Turned as the camera was held. */
  image: Sharp;
}

const MOST_PIXELS = 100_000_000;
/** Whatever the name of the file says: drawings, for one, can refer to other files. `raw` is a bitmap that was read here. */
const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff', 'raw']);

/** A picture that can be read; null of any other bytes. */
export async function readPicture(bytes: Buffer): Promise<Picture | null> {
  const sharp = await loadSharp();
  const bitmap = readBitmap(bytes);
  const { width, height, pixels } = bitmap ?? { width: 0, height: 0, pixels: bytes };
  const image = sharp(pixels, {
    ...(bitmap && { raw: { width, height, channels: 3 as const } }),
    limitInputPixels: MOST_PIXELS,
    failOn: 'truncated',
  }).autoOrient();
  const metadata = await image.metadata().catch(() => null);
  return metadata && FORMATS.has(metadata.format) ? { ...metadata.autoOrient, image } : null;
}

/**
 * Loaded for the first picture only, which most processes never see. What another part of the process forbids it to read counts
 * here as well: such pictures cannot be read.
 */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  return sharp;
}

/** Not larger than it is. Null where the picture turns out to be broken. */
export async function scaled(
  { image }: Picture,
  size: { width: number; height: number; fit: 'inside' | 'outside' } | null,
  format: 'jpeg' | 'png' | 'webp',
  quality: number,
): Promise<Buffer | null> {
  const resized = size ? image.resize({ ...size, withoutEnlargement: true }) : image;
  const flat = format === 'jpeg' ? resized.flatten({ background: '#ffffff' }) : resized;
  return flat
    .toFormat(format, { quality })
    .toBuffer()
    .catch(() => null);
}
