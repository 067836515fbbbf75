export type ImageFormat = 'png' | 'jpeg' | 'webp';

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** The format by the first bytes, whatever the sender says. */
export function sniffFormat(bytes: Buffer): ImageFormat | null {
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return 'png';
  if (bytes.length > 3 && bytes.readUIntBE(0, 3) === 0xffd8ff) return 'jpeg';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  return null;
}

/**
 * Whether the bytes are one still picture that ends where the file ends. Files that are a picture and something else
 * carry the rest behind the end; cameras do the same with JPEG (a film, a depth map), so it is allowed there.
 */
export function isWholeStillImage(bytes: Buffer, format: ImageFormat): boolean {
  if (format === 'jpeg') return true;
  const chunks = format === 'png' ? pngChunks(bytes) : riffChunks(bytes);
  return chunks !== null && !chunks.some((type) => type === 'acTL' || type === 'ANIM' || type === 'ANMF');
}

/** The types of all chunks; null if they don't add up to the whole file with IEND last. */
function pngChunks(bytes: Buffer): string[] | null {
  const types: string[] = [];
  let at = PNG_SIGNATURE.length;
  while (at + 12 <= bytes.length && types.at(-1) !== 'IEND') {
    types.push(bytes.toString('latin1', at + 4, at + 8));
    at += 12 + bytes.readUInt32BE(at);
  }
  return at === bytes.length && types.at(-1) === 'IEND' ? types : null;
}

function riffChunks(bytes: Buffer): string[] | null {
  const types: string[] = [];
  let at = 12;
  while (at + 8 <= bytes.length) {
    types.push(bytes.toString('latin1', at, at + 4));
    const size = bytes.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
  return at === bytes.length && bytes.readUInt32LE(4) + 8 === bytes.length ? types : null;
}
