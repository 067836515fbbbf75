/** Pixels row by row from the top, three bytes each: red, green, blue. */
export interface Bitmap {
  width: number;
  height: number;
  pixels: Buffer;
}

const MOST_PIXELS = 50_000_000;

/** The pixels of a picture in one of the simple formats BMP (not compressed) and PPM (binary); null of any other. */
export function readBitmap(bytes: Buffer): Bitmap | null {
  if (bytes.toString('latin1', 0, 2) === 'BM' && bytes.length >= 54) return readBmp(bytes);
  return bytes.toString('latin1', 0, 2) === 'P6' ? readPpm(bytes) : null;
}

function readBmp(bytes: Buffer): Bitmap | null {
  const start = bytes.readUInt32LE(10);
  const [width, signed] = [bytes.readInt32LE(18), bytes.readInt32LE(22)];
  const height = Math.abs(signed);
  const each = bytes.readUInt16LE(28) / 8;
  const stride = Math.ceil((width * each) / 4) * 4;
  const isPlain = (each === 3 || each === 4) && bytes.readUInt32LE(30) === 0;
  if (!isPlain || !isSize(width, height) || bytes.length < start + stride * height) return null;
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    // The bottom row comes first, unless the height is negative.
    const row = start + (signed < 0 ? y : height - 1 - y) * stride;
    for (let x = 0; x < width; x++) {
      const [blue, green, red] = bytes.subarray(row + x * each, row + x * each + 3);
      pixels.set([red!, green!, blue!], (y * width + x) * 3);
    }
  }
  return { width, height, pixels };
}

function readPpm(bytes: Buffer): Bitmap | null {
  const head = /^P6(?:\s+|#[^\n]*\n)+(\d+)(?:\s+|#[^\n]*\n)+(\d+)(?:\s+|#[^\n]*\n)+255\s/.exec(
    bytes.toString('latin1', 0, 1024),
  );
  if (!head) return null;
  const [width, height] = [Number(head[1]), Number(head[2])];
  const pixels = bytes.subarray(head[0].length, head[0].length + width * height * 3);
  return isSize(width, height) && pixels.length === width * height * 3 ? { width, height, pixels } : null;
}

const isSize = (width: number, height: number) => width > 0 && height > 0 && width * height <= MOST_PIXELS;
