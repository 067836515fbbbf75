import { createTurns } from '../turns/turns.ts';
import { isWholeStillImage, sniffFormat } from './image-format.ts';

const MAX_PIXELS = 40_000_000;
const QUALITY = 82;
const SECONDS = 10;

/** The picture is at fault, not the program; the message is for the person who chose it. */
export class ImageError extends Error {
  override name = 'ImageError';

  constructor(cause?: unknown) {
    super('This image can’t be read. Use a PNG, JPEG or WebP of up to 40 megapixels.', { cause });
  }
}

/**
 * The bytes of a PNG, JPEG or WebP as a square WebP, `edge` pixels wide: turned upright, cut around its centre, drawn
 * anew in sRGB, so that nothing but pixels is left of what was sent. `whose`: people take turns. Throws ImageError.
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

/** Every check that needs no decoder, so that what is no picture never reaches one. */
function refuseOthers(bytes: Buffer): void {
  const format = sniffFormat(bytes);
  if (format === null || !isWholeStillImage(bytes, format)) throw new ImageError();
}

/** Loaded with the first picture, because libvips costs memory, and taught to open nothing but these three formats. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['Png', 'Jpeg', 'Webp'].map((name) => `VipsForeignLoad${name}Buffer`) });
  return sharp;
}
