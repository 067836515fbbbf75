import type { Size } from './image-place.ts';

/** Decoded images take four bytes per pixel: larger ones may crash a browser. */
export const PIXELS_MAX = 120_000_000;

/** The dimensions in the header of an image file; null for unknown formats. */
export function imageSize(bytes: Uint8Array): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return png(view) ?? gif(view) ?? bmp(view) ?? webp(view) ?? jpeg(view) ?? avif(view);
  } catch (error) {
    // The file is shorter than its header.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const text = (view: DataView, at: number, length: number) =>
  String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length));

function png(view: DataView): Size | null {
  if (view.getUint32(0) !== 0x89504e47) return null;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function gif(view: DataView): Size | null {
  if (text(view, 0, 4) !== 'GIF8') return null;
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

function bmp(view: DataView): Size | null {
  if (text(view, 0, 2) !== 'BM') return null;
  return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
}

function webp(view: DataView): Size | null {
  if (text(view, 0, 4) !== 'RIFF' || text(view, 8, 4) !== 'WEBP') return null;
  const kind = text(view, 12, 4);
  if (kind === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  const three = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536 + 1;
  return { width: three(24), height: three(27) };
}

function jpeg(view: DataView): Size | null {
  if (view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; ; ) {
    const marker = view.getUint16(at);
    if (marker < 0xff00) return null;
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && marker !== 0xffc4 && marker !== 0xffc8 && marker !== 0xffcc;
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
}

function avif(view: DataView): Size | null {
  if (text(view, 4, 4) !== 'ftyp') return null;
  for (let at = 8; at < view.byteLength - 16; at += 1) {
    if (view.getUint32(at) === 0x69737065) return { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
  }
  return null;
}
