import { expect, it } from 'vitest';
import { people } from '../people.ts';
import { blocksOf, parseSource } from './source.ts';
import { studioFiles } from './studio-files.ts';

const all = ['google-drive', 'onedrive', 'dropbox', 'box'].flatMap((cloud) =>
  people.flatMap(({ key }) => studioFiles(cloud, key).map((file) => ({ ...file, place: `${cloud}/${key}` }))),
);
const bytesOf = (name: string) =>
  Buffer.concat([...all.find((file) => file.name === name)!.content.read()]).toString('latin1');

it('puts some eighty files in common office formats into the accounts of all three people', () => {
  expect(all.length).toBeGreaterThan(80);
  const formats = new Set(all.map(({ name }) => name.slice(name.lastIndexOf('.') + 1)));
  expect([...formats].sort()).toEqual(['docx', 'eml', 'md', 'pdf', 'pptx', 'txt', 'xlsx']);
  for (const { key } of people) expect(all.some(({ place }) => place.endsWith(`/${key}`))).toBe(true);
  const paths = all.map(({ place, folder, name }) => [place, ...folder, name].join('/'));
  expect(new Set(paths).size).toBe(paths.length);
});

it('dates files to match their contents, with the same bytes each time', () => {
  for (const { name, modifiedAt } of all) expect(String(modifiedAt.getUTCFullYear()), name).toMatch(/^202[456]$/);
  const again = studioFiles('google-drive', 'ada').map(({ content }) => content.hash('sha256'));
  expect(studioFiles('google-drive', 'ada').map(({ content }) => content.hash('sha256'))).toEqual(again);
});

it('divides long texts into pages, and keeps letters of German and French', () => {
  const lease = bytesOf('Mietvertrag Kaiweg 12.pdf');
  expect(lease).toMatch(/\/Count 2 /);
  expect(lease).toContain('Miete beträgt');
  expect(bytesOf('Facture F-2026-02 Solstice.pdf')).toContain('Échéance');
  const rows = [...lease.matchAll(/ (\d+) Td /g)].map(([, y]) => Number(y));
  expect(Math.min(...rows)).toBeGreaterThan(40);
});

it('saves a mail with its headers before the text', () => {
  const mail = bytesOf('Complaint about the copy shop.eml');
  expect(mail).toMatch(/^From: Bruno Costa <bruno@example\.com>\r\n/);
  expect(mail).toMatch(/\r\nDate: Tue, 21 Apr 2026 15:00:00 \+0000\r\n/);
  expect(mail).toMatch(/8bit\r\n\r\nDear Ms\./);
});

it('reads a table row by row, and rejects a text without a location', () => {
  expect(blocksOf('# A\n\n| b | |\ntext')).toEqual([
    { kind: 'title', text: 'A' },
    { kind: 'row', cells: ['b', ''] },
    { kind: 'text', text: 'text' },
  ]);
  expect(() => parseSource('Somewhere\n\ntext')).toThrow('Not a date and a place: Somewhere');
});
