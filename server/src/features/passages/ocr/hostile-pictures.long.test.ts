import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPages } from '../scans/read-pages.ts';
import { createScanners, type Scanners } from '../scans/scanners.ts';
import { canScan, picture } from '../testing/pictures.ts';
import { pdf } from '../testing/sample-files.ts';

/** Hostile pictures stay within their time and memory, and the next picture is read normally. */

let dir: string;
let scanners: Scanners;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sheaf-pictures-'));
  scanners = createScanners();
});
afterAll(async () => {
  scanners.close();
  await rm(dir, { recursive: true, force: true });
});

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};

/** A white picture with one bit per pixel: a few kilobytes, whatever its size. */
function png(width: number, height: number, ...more: Buffer[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height, 0xff));
  const sign = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([sign, chunk('IHDR', head), ...more, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

const bombed = (type: string, start: string) =>
  png(400, 400, chunk(type, Buffer.concat([Buffer.from(start, 'latin1'), deflateSync(Buffer.alloc(200_000_000))])));

async function jpegOf(width: number, height: number): Promise<Buffer> {
  const bytes = Buffer.from(await picture('jpeg', 'Invoice 4711'));
  const frame = bytes.findIndex((byte, at) => byte === 0xff && [0xc0, 0xc2].includes(bytes[at + 1]!));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

const frames = (count: number) =>
  sharp(Buffer.alloc(500 * 500 * 3 * count, 255), {
    raw: { width: 500, height: 500 * count, channels: 3, pageHeight: 500 },
  });

const cut = async (type: 'png' | 'jpeg' | 'webp') => (await picture(type, 'Invoice 4711')).subarray(0, 2_000);

/** A page that is one picture, with nothing but a huge size. */
const pdfOfPicture = (edge: number) => {
  const pixels = deflateSync(Buffer.alloc((edge * edge) / 8));
  const head = `q 595 0 0 595 0 0 cm\nBI /W ${edge} /H ${edge} /IM true /F /Fl /L ${pixels.length} ID `;
  return pdf([Buffer.concat([Buffer.from(head), pixels, Buffer.from('\nEI\nQ')])]);
};

const nothing = /^{"passages":null/;
const refused = /"unreadable":"This (file is damaged|picture has too many pixels)/;
/** Either given up or without text, depending on the library. */
const ended = /^{"passages":null|"unreadable"|"stopped"/;

const hostile: [string, () => Buffer | Promise<Buffer>, RegExp][] = [
  ['900 million pixels', () => png(30_000, 30_000), refused],
  ['a row of 500 million pixels', () => png(500_000_000, 1), refused],
  ['100 million pixels, which are just allowed', () => png(10_000, 10_000), ended],
  ['a JPEG that says it has 4 billion pixels', () => jpegOf(65_500, 65_500), refused],
  ['a JPEG that says it has more rows than it has', () => jpegOf(1_200, 60_000), ended],
  ['a PNG cut short', () => cut('png'), refused],
  ['a JPEG cut short', () => cut('jpeg'), ended],
  ['a WebP cut short', () => cut('webp'), refused],
  ['a page of HTML', () => Buffer.from('<html><script>alert(1)</script>'), nothing],
  [
    'a drawing',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/passwd"/></svg>'),
    nothing,
  ],
  [
    'a PNG that goes on as noise',
    () => Buffer.concat([png(400, 400).subarray(0, 40), Buffer.alloc(9_000, 7)]),
    refused,
  ],
  ['a text in a PNG that unpacks to 200 MB', () => bombed('zTXt', 'Comment\0\0'), ended],
  ['a color profile in a PNG that unpacks to 200 MB', () => bombed('iCCP', 'icc\0\0'), ended],
  ['an animated WebP', () => frames(100).webp({ effort: 0 }).toBuffer(), nothing],
  ['an animated GIF', () => frames(100).gif({ effort: 1 }).toBuffer(), nothing],
  ['a TIFF of 100 pages', () => frames(100).tiff().toBuffer(), nothing],
  ['a PDF with a picture of 400 million pixels', () => pdfOfPicture(20_000), ended],
  ['an empty file', () => Buffer.alloc(0), nothing],
];

describe.skipIf(!canScan)('hostile pictures', { timeout: 900_000 }, () => {
  const read = async (name: string, bytes: Buffer) => {
    const file = join(dir, name);
    await writeFile(file, bytes);
    const signal = new AbortController().signal;
    return JSON.stringify(await scanners.use((ask) => readPages(file, ['eng'], ask, signal)));
  };

  it.each(hostile)('are given up or have no text: %s', async (name, make, outcome) => {
    expect(await read(name, await make())).toMatch(outcome);
  });

  it('don’t prevent reading the next picture', async () => {
    expect(await read('good.png', await picture('png', 'Invoice 4711'))).toContain('Invoice 4711');
  });
});
