import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ImageError, squareImage as squareImageOf } from './index.ts';
import { statedPng } from './testing/stated-png.ts';

const squareImage = (bytes: Buffer, edge: number) => squareImageOf(bytes, edge, 'Ada');

/** Left half red, right half blue. */
const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
  ]);

// The program may open only what it accepts, so pixels are read back with the same few loaders.
const pixel = async (bytes: Uint8Array, left: number, top: number) => {
  const raw = await sharp(bytes).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return [...raw].map((value) => (value > 127 ? 1 : 0)).join('');
};
const RED = '100';
const BLUE = '001';

/** A PNG of any stated size whose pixels are a few bytes of compressed zeros. */
const hollowPng = (width: number, height: number): Buffer =>
  statedPng(width, height, [8, 2], Buffer.alloc(Math.min(height * (1 + width * 3), 30_000_000)));

describe('squareImage', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('makes a square WebP of a %s, cropped around its center', async (type) => {
    const made = await squareImage(await halves(400, 200).toFormat(type).toBuffer(), 64);
    expect(await sharp(made).metadata()).toMatchObject({ format: 'webp', width: 64, height: 64 });
    expect(await pixel(made, 4, 32)).toBe(RED);
    expect(await pixel(made, 60, 32)).toBe(BLUE);
  });

  it('enlarges small pictures and accepts extreme shapes', async () => {
    for (const [width, height] of [
      [2, 2],
      [30_000, 2],
      [2, 30_000],
    ] as const) {
      const made = await squareImage(await halves(width, height).png().toBuffer(), 128);
      expect(await sharp(made).metadata()).toMatchObject({ width: 128, height: 128 });
    }
  });

  it('turns it upright by its EXIF orientation', async () => {
    // Orientation 6: has to be turned by 90° clockwise, so that left becomes top.
    const turned = await halves(300, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const made = await squareImage(turned, 60);
    expect(await pixel(made, 30, 5)).toBe(RED);
    expect(await pixel(made, 30, 55)).toBe(BLUE);
  });

  it('removes metadata and keeps transparency', async () => {
    const secret = { IFD0: { Copyright: 'a secret', Artist: 'Ada' } };
    const tagged = await halves(100, 100).withExif(secret).withIccProfile('p3').jpeg().toBuffer();
    const made = await squareImage(tagged, 32);
    const { exif, icc, xmp, iptc } = await sharp(made).metadata();
    expect([exif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined]);
    expect(Buffer.from(made).includes('secret')).toBe(false);
    const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    expect(await sharp(await squareImage(clear, 16)).metadata()).toMatchObject({ hasAlpha: true });
  });

  it('drops what a camera has put behind a JPEG', async () => {
    const photo = Buffer.concat([await halves(64, 64).jpeg().toBuffer(), Buffer.from('a film <script>')]);
    expect(Buffer.from(await squareImage(photo, 32)).includes('script')).toBe(false);
  });

  describe('refuses', () => {
    const refused = async (bytes: Buffer) => {
      const error = await squareImage(bytes, 32).catch((reason) => reason);
      expect(error).toBeInstanceOf(ImageError);
      expect(error.message).toBe('This image can’t be read. Use a PNG, JPEG or WebP of up to 40 megapixels.');
    };
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    );

    it('bytes of other types', async () => {
      for (const bad of ['', 'x', 'https://example.com/a.png', 'GIF89a', 'data:image/png;base64,AAAA'])
        await refused(Buffer.from(bad));
    });

    it('another format', async () => {
      await refused(svg);
      await refused(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), svg]));
      await refused(await halves(8, 8).gif().toBuffer());
      await refused(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), svg]));
    });

    it('a picture that is something else as well', async () => {
      const rest = Buffer.from('PK\x03\x04 an archive');
      await refused(Buffer.concat([await halves(8, 8).png().toBuffer(), rest]));
      await refused(Buffer.concat([await halves(8, 8).webp().toBuffer(), rest]));
    });

    it('a broken picture', async () => {
      for (const type of ['png', 'jpeg', 'webp'] as const) {
        const whole = await halves(200, 200).toFormat(type).toBuffer();
        await refused(whole.subarray(0, Math.floor(whole.length / 2)));
        await refused(whole.subarray(0, 12));
      }
    });

    it('an animated picture', async () => {
      const frames = await Promise.all(
        ['red', 'blue'].map((background) =>
          sharp({ create: { width: 8, height: 8, channels: 3, background } })
            .png()
            .toBuffer(),
        ),
      );
      await refused(
        await sharp(frames, { join: { animated: true } })
          .webp()
          .toBuffer(),
      );
      const animation = Buffer.from('\0\0\0\x08acTL\0\0\0\x02\0\0\0\0\xf3\x8d\x93\x70', 'latin1');
      const [png = Buffer.alloc(0)] = frames;
      await refused(Buffer.concat([png.subarray(0, 33), animation, png.subarray(33)]));
    });

    it('a picture of more than 40 megapixels, without decoding it', async () => {
      const before = process.memoryUsage().rss;
      for (const [width, height] of [
        [40_000, 40_000],
        [1_000_000, 1000],
        [6400, 6400],
      ] as const) {
        const bomb = hollowPng(width, height);
        expect(bomb.length).toBeLessThan(100_000);
        await refused(bomb);
      }
      expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
    });
  });
});
