import { expect, it } from 'vitest';
import { imageSize } from './image-size.ts';

const bytes = (...parts: (number | string)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...part].map((c) => c.charCodeAt(0)))));

it.each([
  ['PNG', bytes(0x89, 'PNG\r\n\x1a\n', 0, 0, 0, 13, 'IHDR', 0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30), 30_000, 30_000],
  ['GIF', bytes('GIF89a', 0x40, 1, 0xf0, 0), 320, 240],
  ['BMP', bytes('BM', ...Array(16).fill(0), 64, 1, 0, 0, 0x10, 0xff, 0xff, 0xff), 320, 240],
  ['lossy WebP', bytes('RIFF....WEBPVP8 ', ...Array(10).fill(0), 0x40, 1, 0xf0, 0), 320, 240],
  ['WebP', bytes('RIFF....WEBPVP8X', ...Array(8).fill(0), 0x3f, 1, 0, 0xef, 0, 0), 320, 240],
  ['JPEG', bytes(0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc2, 0, 17, 8, 0, 0xf0, 1, 0x40), 320, 240],
  ['AVIF', bytes('....ftypavif', ...Array(20).fill(0), 'ispe', 0, 0, 0, 0, 0, 0, 1, 0x40, 0, 0, 0, 0xf0, 0), 320, 240],
])('reads the size of a %s', (_, file, width, height) => {
  expect(imageSize(file)).toEqual({ width, height });
});

it.each([[bytes()], [bytes('PK\x03\x04')], [bytes(0x89, 'PNG')], [bytes(0xff, 0xd8, 0xff)]])(
  'does not know the size of %j',
  (file) => {
    expect(imageSize(file)).toBeNull();
  },
);
