import sharp from 'sharp';
import { Unreadable } from '../text/piece.ts';

/** Smaller pictures, such as icons, have nothing to read. */
const [shortest, longest] = [100, 300];
const maxPixels = 100_000_000;
/** Letters of a page are then about 30 pixels high, the best size for recognition. */
const [minAcross, maxAcross] = [1_600, 2_600];

sharp.concurrency(1);
sharp.cache(false);
// Allows only formats with decoders made for the open web.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['PngFile', 'JpegFile', 'WebpFile'].map((name) => `VipsForeignLoad${name}`) });

const opened = (path: string) => sharp(path, { limitInputPixels: maxPixels, sequentialRead: true });

export async function isWorthReading(path: string): Promise<boolean> {
  const { width, height } = await opened(path).metadata();
  if (width * height > maxPixels) throw new Unreadable('This picture has too many pixels.');
  return Math.min(width, height) >= shortest && Math.max(width, height) >= longest;
}

/** A PNG that is upright, gray, on white and of a readable size, with nothing of the original but its pixels. */
export async function preparePicture(path: string): Promise<Buffer> {
  const { width, height } = await opened(path).metadata();
  const across = Math.max(width, height);
  const edge = Math.min(maxAcross, Math.max(across, Math.min(2 * across, minAcross)));
  return opened(path)
    .timeout({ seconds: 30 })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .grayscale()
    .resize(edge, edge, { fit: 'inside' })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
