import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterAll, expect, it } from 'vitest';
import { createReaders } from './readers.ts';
import { docx, openDocument, pdf, zip } from './testing/sample-files.ts';
import type { Expected } from './text/task.ts';

const MB = 1024 * 1024;
/** Seconds of processor time, process start included. */
const seconds = 15;
/** For a file that uses up everything. */
let count = 0;
const dir = await mkdtemp(join(tmpdir(), 'sheaf-readers-'));
afterAll(() => rm(dir, { recursive: true, force: true }));
const readers = await forThisFile(createReaders({ processes: 1, seconds }));
const impatient = await forThisFile(createReaders({ processes: 1, seconds: 2 }));

const never = new AbortController().signal;
async function read(expected: Expected, bytes: Uint8Array | string, by = readers) {
  count += 1;
  const file = join(dir, String(count));
  await writeFile(file, bytes);
  return by.use((one) => one({ file, expected }, never));
}

const spaces = Buffer.alloc(65 * MB, ' ');
/** The same zip, but every part claims to be ten bytes long. */
function lying(bytes: Uint8Array): Uint8Array {
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf('PK\x01\x02', 0, 'latin1'); at !== -1; at = copy.indexOf('PK\x01\x02', at + 4, 'latin1'))
    copy.writeUInt32LE(10, at + 24);
  return copy;
}
const entities = Array.from({ length: 12 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');

/** Files that could make a reader endless, huge, or crash, with their outcome. */
const hostile: [name: string, expected: Expected, bytes: () => Uint8Array | string, outcome: RegExp][] = [
  ['a Word file of 65 MB of spaces', 'office', () => docx('', { 'word/document.xml': spaces }), /more than 64 MB/],
  ['the same with a false size', 'office', () => lying(docx('', { 'word/document.xml': spaces })), /more than 64 MB/],
  [
    'two parts that are too large only together',
    'office',
    () =>
      docx('', { 'word/footnotes.xml': spaces.subarray(0, 40 * MB), 'word/comments.xml': spaces.subarray(0, 40 * MB) }),
    /more than 64 MB/,
  ],
  [
    'a workbook of them',
    'sheet',
    () => zip({ 'xl/workbook.xml': '<a/>', 'xl/worksheets/sheet1.xml': spaces }),
    /more than 64 MB/,
  ],
  ['a Word file with large pictures', 'office', () => docx('', { 'word/media/1.png': spaces }), /"passages":\[\]/],
  [
    'entities that grow to a trillion words',
    'office',
    () => docx('', { 'word/document.xml': `<!DOCTYPE a [<!ENTITY l0 "ha">${entities}]><a>&l12;</a>` }),
    /document type/,
  ],
  [
    'a PDF page of 1 GB',
    'pdf',
    () => pdf([[]], { stream: swollen(), filter: '/FlateDecode /RunLengthDecode' }),
    /too (much memory|long)/,
  ],
  [
    'a PDF whose pages are its pages',
    'pdf',
    () =>
      pdf([['x']])
        .toString('latin1')
        .replace('[4 0 R]', '[2 0 R]'),
    /passages|damaged/,
  ],
  ['XML as deep as it is long', 'office', () => docx('<a>'.repeat(100_000)), /passages|too/],
  [
    'an OpenDocument text of repeated spaces',
    'office',
    () => openDocument('text', '<text:p>a<text:s text:c="2000000000"/>b</text:p>'),
    /a b/,
  ],
  ['mail in mail in mail', 'mail', () => nestedMail(1_000), /passages|damaged/],
  ['noise called a PDF', 'pdf', () => `%PDF-1.7\n${noise()}`, /damaged/],
  ['noise called a zip', 'office', () => `PK\x03\x04${noise()}`, /damaged/],
  ['noise called rich text', 'office', () => `{\\rtf1${noise()}`, /passages/],
  ['Markdown that is only brackets', 'markdown', () => '['.repeat(100_000), /passages|too long/],
];

/** 16 MB of runs of 128 spaces each, compressed twice. */
const swollen = () => deflateSync(Buffer.alloc(16 * MB, Buffer.of(129, 32)));

const noise = () => String.fromCharCode(...Array.from({ length: 4096 }, (_, n) => ((n * 7919 + (n >> 3)) % 94) + 33));
const nestedMail = (depth: number) =>
  `From: a@example.com\r\n${'Content-Type: message/rfc822\r\n\r\nFrom: a@example.com\r\n'.repeat(depth)}\r\nHello`;

it.each(hostile)('reads the next file after %s', async (_, expected, bytes, outcome) => {
  expect(JSON.stringify(await read(expected, bytes()))).toMatch(outcome);
  expect(await read('text', 'The next file is read.')).toMatchObject({
    passages: [{ body: 'The next file is read.' }],
  });
});

it('reads unclosed and unopened tags within the time limit', async () => {
  expect(JSON.stringify(await read('html', endless, impatient))).toMatch(/too long/);
});

const endless = '<i>'.repeat(400_000) + '</b></u>'.repeat(400_000);

it('stops reading when aborted', async () => {
  const file = join(dir, 'unwanted');
  await writeFile(file, endless);
  const stopping = new AbortController();
  const reading = readers.use((one) => {
    const outcome = one({ file, expected: 'html' }, stopping.signal);
    stopping.abort();
    return outcome;
  });
  expect(await reading).toEqual({ stopped: 'stopped' });
});

/** The processor time a process has used. */
function processorSeconds(pid: number): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}

it('ends with the program that started it, even in the middle of an endless file', async () => {
  const [first, second] = [join(dir, 'first'), join(dir, 'second')];
  await writeFile(first, 'Ready.');
  await writeFile(second, endless);
  const child = fork(join(import.meta.dirname, 'text/process.ts'), {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.send({ file: first, expected: 'text' });
  await once(child, 'message');
  const before = processorSeconds(child.pid!);
  child.send({ file: second, expected: 'html' });
  await expect.poll(() => processorSeconds(child.pid!) - before).toBeGreaterThan(0.3);
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('reads as many files at a time as there are processes, in order', async () => {
  const order: number[] = [];
  let maxAtOnce = 0;
  let now = 0;
  await Promise.all(
    Array.from({ length: 5 }, (_, number) =>
      readers.use(async () => {
        maxAtOnce = Math.max(maxAtOnce, ++now);
        await new Promise((resolve) => setImmediate(resolve));
        order.push(number);
        now -= 1;
      }),
    ),
  );
  expect([maxAtOnce, order]).toEqual([1, [0, 1, 2, 3, 4]]);
});
