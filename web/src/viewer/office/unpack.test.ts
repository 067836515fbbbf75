import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { textOf, unpack, zipOf } from './unpack.ts';

const limits = { entries: 10, bytes: 1000 };

it('unpacks the files of a zip, and packs them again', async () => {
  const zip = zipSync({ 'word/document.xml': strToU8('<w/>'), 'a.bin': [Uint8Array.of(1, 2, 3), { level: 0 }] });
  const files = await unpack(zip);
  expect(textOf(files, 'word/document.xml')).toBe('<w/>');
  expect([...(await unpack(zipOf(files))).get('a.bin')!]).toEqual([1, 2, 3]);
  expect(textOf(files, 'nothing')).toBeNull();
});

it('refuses a zip that declares too large a size', async () => {
  await expect(unpack(zipSync({ a: new Uint8Array(1001) }), limits)).rejects.toThrow('unpacks to more than');
});

it('counts the unpacked bytes, whatever the zip declares', async () => {
  const zip = zipSync({ a: new Uint8Array(5_000_000) });
  const view = new DataView(zip.buffer);
  for (let at = 0; at < zip.length - 4; at += 1) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true);
  }
  await expect(unpack(zip, limits)).rejects.toThrow('unpacks to more than');
});

it('refuses too many parts, and overlapping parts', async () => {
  const many = zipSync(Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`f${n}`, new Uint8Array(1)])));
  await expect(unpack(many, limits)).rejects.toThrow('too many parts');
});

it.each([
  ['nothing', new Uint8Array(0)],
  ['a text', strToU8('PK but not a zip at all')],
  ['half of one', zipSync({ a: new Uint8Array(500) }).slice(0, 60)],
  ['another order', zipSync({ a: strToU8('hello') }).map((byte, at) => (at < 4 ? 0 : byte))],
])('reports %s as damaged', async (_, bytes) => {
  await expect(unpack(bytes)).rejects.toThrow('This file is damaged');
});
