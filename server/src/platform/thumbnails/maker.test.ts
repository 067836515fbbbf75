import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { statedPng } from '../images/testing/stated-png.ts';
import { createThumbnailMaker, type Pictured, TooBusy } from './index.ts';

const run = promisify(execFile);
const warnings: unknown[] = [];
const log = { warn: (...said: unknown[]) => warnings.push(said) };
const dir = await mkdtemp(join(tmpdir(), 'sheaf-thumbnails-'));
const maker = createThumbnailMaker(log);
afterAll(async () => {
  await maker.close();
  await rm(dir, { recursive: true, force: true });
});

const never = new AbortController().signal;
let count = 0;
async function make(kind: Pictured, bytes: Uint8Array | string, with_ = maker): Promise<Uint8Array | null> {
  count += 1;
  const file = join(dir, String(count));
  await writeFile(file, bytes);
  return with_.make({ kind, file }, 'a workspace', never);
}

/** Left half red, right half blue. */
const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
  ]);

async function pixel(webp: Uint8Array | null, left: number, top: number): Promise<string> {
  const raw = await sharp(webp!).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return [...raw].map((value) => (value > 127 ? 1 : 0)).join('');
}

const text = (rest: string) => `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R${rest}>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 400]/Contents 4 0 R>>endobj
4 0 obj<</Length 36>>stream
1 0 0 rg 0 0 200 200 re f           
endstream endobj
trailer<</Root 1 0 R>>`;

/** A PNG of any stated size whose pixels are compressed zeros, as many as there should be. */
const swellingPng = (width: number, height: number): Buffer =>
  statedPng(width, height, [1, 0], Buffer.alloc(height * (1 + Math.ceil(width / 8))));

describe('images', () => {
  it.each(['png', 'jpeg', 'webp', 'gif', 'tiff', 'avif'] as const)('%s', async (format) => {
    const webp = await make('image', await halves(800, 400).toFormat(format).toBuffer());
    expect(await sharp(webp!).metadata()).toMatchObject({ format: 'webp', width: 320, height: 160 });
    expect([await pixel(webp, 10, 80), await pixel(webp, 310, 80)]).toEqual(['100', '001']);
  });

  it('are turned upright, lose their metadata, and are never enlarged', async () => {
    const turned = halves(200, 100)
      .withExif({ IFD0: { Copyright: 'a secret' } })
      .withMetadata({ orientation: 6 });
    const webp = await make('image', await turned.jpeg().toBuffer());
    expect(await sharp(webp!).metadata()).toMatchObject({ width: 100, height: 200 });
    expect([await pixel(webp, 50, 10), await pixel(webp, 50, 190)]).toEqual(['100', '001']);
    expect(Buffer.from(webp!).includes('secret')).toBe(false);
  });

  it('are drawn without what an SVG refers to', async () => {
    const beside = join(dir, 'beside.png');
    await halves(10, 10).png().toFile(beside);
    const svg = (inner: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="100"><rect width="100" height="100" fill="#00f"/>${inner}</svg>`;
    const webp = await make(
      'image',
      svg(`<image xlink:href="file://${beside}" width="100" height="100"/><script>x()</script>`),
    );
    expect(await pixel(webp, 20, 50)).toBe('001');
  });

  it.each([
    ['no image', 'hello'],
    ['half a one', Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1')],
    ['nothing', ''],
    ['an SVG without end', '<svg xmlns="http://www.w3.org/2000/svg" width="9999999" height="9999999"/>'],
    [
      'an SVG of entities',
      `<!DOCTYPE s [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}"><!ENTITY c "${'&b;'.repeat(1000)}">]><svg xmlns="http://www.w3.org/2000/svg"><text>&c;</text></svg>`,
    ],
    ['a PDF that says it is an image', text('')],
  ])('%s has no picture', async (_, bytes) => {
    expect(await make('image', bytes)).toBeNull();
  });

  it('have no picture if they have 30,000 × 30,000 pixels, and stop no process', async () => {
    warnings.length = 0;
    const bomb = swellingPng(30_000, 30_000);
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await make('image', bomb)).toBeNull();
    expect(warnings).toEqual([]);
  });
});

describe('PDFs', () => {
  it('show their first page', async () => {
    const webp = await make('pdf', text(''));
    expect(await sharp(webp!).metadata()).toMatchObject({ format: 'webp', width: 160, height: 320 });
    expect([await pixel(webp, 80, 300), await pixel(webp, 80, 20)]).toEqual(['100', '111']);
  });

  it('run nothing, and have no picture if they are broken', async () => {
    const script = '/OpenAction<</S/JavaScript/JS(while \\(true\\) {})>>';
    expect(await make('pdf', text(script))).not.toBeNull();
    expect(await make('pdf', 'no PDF')).toBeNull();
    expect(await make('pdf', text('').slice(0, 90))).toBeNull();
    expect(await make('pdf', text('').replace('/Kids[3 0 R]', '/Kids[2 0 R]'))).toBeNull();
  });
});

const hasFfmpeg = await run('ffmpeg', ['-version']).then(
  () => true,
  () => false,
);

describe('videos', () => {
  it.skipIf(!hasFfmpeg)('show a frame', async () => {
    const file = join(dir, 'film.mp4');
    await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'color=red:duration=1:size=640x360:rate=10', file]);
    const webp = await maker.make({ kind: 'video', file }, 'a workspace', never);
    expect(await sharp(webp!).metadata()).toMatchObject({ format: 'webp', width: 320, height: 180 });
    expect(await pixel(webp, 100, 100)).toBe('100');
  });

  it('have no picture if they are lists of other files', async () => {
    expect(await make('video', '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n')).toBeNull();
    expect(await make('video', `ffconcat version 1.0\nfile '/etc/passwd'\n`)).toBeNull();
  });
});

describe('the process', () => {
  it('is replaced when it takes too long or too much, or ends', async () => {
    const good = await halves(40, 40).png().toBuffer();
    const large = swellingPng(9_000, 9_000);
    for (const limits of [{ seconds: 0.01 }, { megabytes: 40 }]) {
      warnings.length = 0;
      const strict = createThumbnailMaker(log, { ...limits, processes: 1 });
      // Its memory is checked now and then, and it may be done before.
      await expect.poll(() => make('image', large, strict)).toBeNull();
      expect(JSON.stringify(warnings)).toMatch(/too (long|much memory)/);
      await strict.close();
    }
    expect(await make('image', good)).not.toBeNull();
  });

  it('takes the latest request first, and drops requests that were aborted', async () => {
    const file = join(dir, 'order');
    await writeFile(file, await halves(40, 40).png().toBuffer());
    const one = createThumbnailMaker(log, { processes: 1, waiting: 3 });
    const order: string[] = [];
    const ask = (name: string, signal = never) =>
      one.make({ kind: 'image', file }, 'a workspace', signal).then(
        () => order.push(name),
        (error: Error) => order.push(`${name} ${error.name}`),
      );
    const leaving = new AbortController();
    const all = [ask('first'), ask('second'), ask('left', leaving.signal), ask('third'), ask('fourth')];
    leaving.abort(new TooBusy());
    await Promise.all(all);
    expect(order.slice(0, 2).sort()).toEqual(['left TooBusy', 'second TooBusy']);
    expect(order.slice(2)).toEqual(['first', 'fourth', 'third']);
    await one.close();
  });

  it('is next for a workspace whose turn it is, however much another one asks for', async () => {
    const file = join(dir, 'turns');
    await writeFile(file, await halves(40, 40).png().toBuffer());
    const one = createThumbnailMaker(log, { processes: 1 });
    const order: string[] = [];
    const ask = (name: string, whose: string) =>
      one.make({ kind: 'image', file }, whose, never).then(() => order.push(name));
    const before = [ask('first', 'busy'), ask('second', 'busy'), ask('of another', 'quiet')];
    await Promise.all([...before, ask('third', 'busy'), ask('fourth', 'busy')]);
    expect(order.slice(0, 2)).toEqual(['first', 'of another']);
    await one.close();
  });
});
