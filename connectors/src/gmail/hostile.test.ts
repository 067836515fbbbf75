import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type GoogleSandbox, startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { testAccount } from '../kit/testing/test-account.ts';
import type { Message } from '../kit/threads.ts';
import { base64Field } from './base64-field.ts';
import { gmail } from './index.ts';

const person = 'ada';
const MIB = 1024 * 1024;
const { signal } = new AbortController();
const google = await forThisFile(startGoogle({ samples: false }));
const account = await forThisFile(
  testAccount({ urls: google.urls, token: () => google.control.authorize({ person }).accessToken }),
);
const session = gmail.open(account);

type Mailbox = NonNullable<ReturnType<GoogleSandbox['mailboxes']['get']>>;
type Letter = ReturnType<Parameters<Mailbox['add']>[0]['letter']>;
type Part = Letter['root'];

/** Reads a mail through the feed. */
async function receive(root: Part, more: { headers?: Letter['headers']; at?: number } = {}): Promise<Message> {
  const place = await session.threads!.changes!.start();
  const { headers = [{ name: 'From', value: 'eve@example.com' }], at = Date.now() } = more;
  google.mailboxes.get(person)!.add({ letter: () => ({ headers, root, snippet: 'snippet' }), labelIds: ['INBOX'], at });
  const messages: Message[] = [];
  for await (const batch of session.threads!.changes!.since(place, signal)) {
    expect(batch.failures).toEqual([]);
    messages.push(...batch.messages);
  }
  expect(messages).toHaveLength(1);
  return messages[0]!;
}
/** Repeats bytes. */
const content = (bytes: Uint8Array, times = 1): NonNullable<Part['content']> => ({
  size: bytes.length * times,
  *read() {
    for (let time = 0; time < times; time++) yield bytes;
  },
  hash: () => '',
});
const text = (bytes: Uint8Array | string, type = 'text/plain', times = 1): Part => ({
  mimeType: type.split(';')[0]!,
  filename: '',
  headers: [{ name: 'Content-Type', value: type }],
  content: content(Buffer.from(bytes), times),
});
const file = (name: string, headers: Part['headers'] = []): Part => ({
  mimeType: 'application/octet-stream',
  filename: name,
  headers,
  content: content(Buffer.from('x')),
});
const parts = (mimeType: string, inside: Part[]): Part => ({ mimeType, filename: '', headers: [], parts: inside });

describe('hostile mail', () => {
  it('is read to a limit if it has a thousand levels or ten thousand parts', async () => {
    let deep = text('bottom');
    for (let level = 0; level < 1000; level++) deep = parts('multipart/mixed', [deep]);
    expect((await receive(parts('multipart/mixed', [text('top'), deep]))).body.value).toBe('top');
    const many = Array.from({ length: 10_000 }, (_, number) => file(`${number}.bin`));
    const { attachments } = await receive(parts('multipart/mixed', [text('many'), ...many]));
    expect(attachments.length).toBeGreaterThan(400);
    expect(attachments.length).toBeLessThanOrEqual(500);
  });

  it('is readable in wrong or unknown charsets', async () => {
    const latin = Buffer.from('Grüße', 'latin1');
    const value = async (part: Part) => (await receive(part)).body.value;
    expect(await value(text(latin, 'text/plain; charset=iso-8859-1'))).toBe('Grüße');
    expect(await value(text(latin, 'text/plain; charset=utf-8'))).toBe('Grüße');
    const broken = Buffer.concat([Buffer.from('Grüße, schön, '), Buffer.from([0xff])]);
    expect(await value(text(broken, 'text/plain; charset=utf-8'))).toBe('Grüße, schön, \ufffd');
    expect(await value(text(latin, 'text/plain; charset=klingon'))).toBe('Grüße');
    expect(await value(text('Grüße', 'text/plain; charset=iso-8859-1'))).toBe('Grüße');
    expect(await value(text('a\0b'))).toBe('ab');
  });

  it('gets a valid date, names that are never empty, and cut names', async () => {
    const name = `${'long '.repeat(100)}\u202egpj.exe`;
    const headers = [
      { name: 'From', value: `"${'x'.repeat(50_000)}" <eve@example.com>` },
      { name: 'To', value: 'a@example.com, '.repeat(5000) },
      { name: 'Subject', value: '=?utf-8?B?8J+YgA==?= \ud800' },
      { name: 'Date', value: 'Thu, 99 Nov 99999 99:99:99' },
    ];
    const message = await receive(parts('multipart/mixed', [text(''), file(name), file('\u202egpj.exe')]), {
      headers,
      at: 8.7e15,
    });
    expect(message.sentAt).toEqual(new Date(0));
    expect(message.author.name.length).toBeLessThanOrEqual(255);
    expect(message.recipients.length).toBeLessThanOrEqual(500);
    expect(message.thread.title).toMatch(/^😀/u);
    expect(message.attachments.map((one) => one.name.length)).toEqual([255, 8]);
    const nameless = await receive({ ...file(''), mimeType: 'application/pdf' }, { headers: [] });
    expect(nameless).toMatchObject({ author: { name: 'Unknown sender' }, thread: { title: '(no subject)' } });
    expect(nameless.attachments).toMatchObject([{ id: 'root', name: 'Attachment root', size: 1 }]);
    const { body } = await session.threads!.attachment(nameless.id, 'root');
    expect(Buffer.concat(await body.toArray()).toString()).toBe('x');
  });

  it('keeps attachments that only claim to be inline pictures', async () => {
    const id = (value: string) => [{ name: 'Content-ID', value: `<${value}>` }];
    const html = text('<img src="cid:one">', 'text/html');
    const { attachments } = await receive(
      parts('multipart/mixed', [html, file('1.png', id('one')), file('2.pdf', id('two'))]),
    );
    expect(attachments.map(({ name, contentId }) => [name, contentId])).toEqual([
      ['1.png', 'one'],
      ['2.pdf', undefined],
    ]);
  });

  it('has a body of a mebibyte and a complete attachment if it has 50 MB, in little memory', async () => {
    const line = Buffer.from(`${'€'.repeat(21_845)}\n`);
    const page = text(line, 'text/html; charset=utf-8', 800);
    const before = process.memoryUsage().rss;
    const { id, body, attachments } = await receive(parts('multipart/alternative', [text('short'), page]));
    expect(Buffer.byteLength(body.value)).toBeGreaterThan(MIB - 4);
    expect(Buffer.byteLength(body.value)).toBeLessThanOrEqual(MIB);
    expect(body.value).not.toContain('\ufffd');
    expect(attachments).toEqual([{ id: '1', name: 'Message.html', mimeType: 'text/html', size: line.length * 800 }]);
    const hash = createHash('sha256');
    for await (const piece of (await session.threads!.attachment(id, '1')).body) hash.update(piece);
    const expected = createHash('sha256');
    for (let time = 0; time < 800; time++) expected.update(line);
    expect(hash.digest('hex')).toBe(expected.digest('hex'));
    expect((process.memoryUsage().rss - before) / MIB).toBeLessThan(150);
  });

  it('is attached as a file beside its summary if it is too large to be parsed', async () => {
    // These are 120 texts, each short enough to be in the message itself.
    const many = Array.from({ length: 120 }, () => text('x'.repeat(100_000)));
    const message = await receive(parts('multipart/mixed', many));
    expect(message.body).toEqual({ type: 'text', value: 'snippet' });
    expect(message.attachments).toMatchObject([{ id: 'raw', name: 'Message.eml' }]);
    const { body } = await session.threads!.attachment(message.id, 'raw');
    let size = 0;
    for await (const piece of body) size += (piece as Buffer).length;
    expect(size).toBeGreaterThan(12_000_000);
  });
});

describe('a field of base64 in JSON', () => {
  const decode = async (json: string, size: number, field = 'data') => {
    const bytes = Buffer.from(json);
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, at * size + size),
    );
    return Buffer.concat(await base64Field(Readable.from(pieces), field).toArray()).toString();
  };
  const value = Buffer.from('any words, some ümlaut').toString('base64');

  it.each([1, 2, 3, 7, 1000])('is decoded from pieces of %i bytes', async (size) => {
    expect(await decode(`{"size": 3, "data": "${value}"}`, size)).toBe('any words, some ümlaut');
    const around = '{"snippet":"\\"data\\":\\"QUJD\\"","a":{"data":"QUJD"},"b":["data","QUJD"]';
    expect(await decode(`${around},"data":"${value.replace(/=+$/, '\\u003d')}","z":1}`, size)).toBe(
      'any words, some ümlaut',
    );
    expect(await decode('{"data":""}', size)).toBe('');
  });

  it.each(['{}', '{"data":"QUJD', '{"data":7}', '<html>'])(
    'is rejected if it is missing or cut off: %s',
    async (json) => {
      await expect(decode(json, 4)).rejects.toMatchObject({ code: 'corrupt' });
    },
  );
});
