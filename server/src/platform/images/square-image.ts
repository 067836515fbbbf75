import { createTurns } from '../turns/turns.ts';
import { isWholeStillImage, sniffFormat } from './image-format.ts';

const MAX_PIXELS = 40_000_000;
const QUALITY = 82;
const SECONDS = 10;

/** The picture is wrong, not the program; the message is for the person who chose it. */
export class ImageError extends Error {
  override name = 'ImageError';

  constructor(cause?: unknown) {
    super('This image can’t be read. Use a PNG, JPEG or WebP of up to 40 megapixels.', { cause });
  }
}

/**
 * Turns the bytes of a PNG, JPEG or WebP into a square WebP, `edge` pixels wide: upright, cropped around its center and
 * redrawn in sRGB, so that only pixels are left of the original. People (`whose`) take turns. Throws ImageError.
 */
export async function squareImage(bytes: Buffer, edge: number, whose: string): Promise<Uint8Array> {
  const leave = await drawing.take(whose);
  return render(bytes, edge).finally(leave);
}

/** One picture at a time: an interlaced PNG of 40 megapixels takes 200 MB while it is decoded. */
const drawing = createTurns({ total: 1 });

async function render(bytes: Buffer, edge: number): Promise<Uint8Array> {
  refuseOthers(bytes);
  const sharp = await loadSharp();
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true });
    const { format, pages = 1, width, height } = await image.metadata();
    if (format !== sniffFormat(bytes) || pages > 1 || width * height > MAX_PIXELS) throw new ImageError();
    return await image
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize(edge, edge, { fit: 'cover', position: 'centre' })
      .webp({ quality: QUALITY })
      .toBuffer();
  } catch (error) {
    throw error instanceof ImageError ? error : new ImageError(error);
  }
}

/** Does every check that needs no decoder, so that other files never reach one. */
function refuseOthers(bytes: Buffer): void {
  const format = sniffFormat(bytes);
  if (format === null || !isWholeStillImage(bytes, format)) throw new ImageError();
}

/** Loaded with the first picture, because libvips takes memory, and restricted to these three formats. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['Png', 'Jpeg', 'Webp'].map((name) => `VipsForeignLoad${name}Buffer`) });
  return sharp;
}
