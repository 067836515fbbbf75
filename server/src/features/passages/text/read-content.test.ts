import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { utils, write } from '@e965/xlsx';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oldOfficeFile, oldSlides, oldWord } from '../testing/old-office-files.ts';
import { docx, openDocument, pdf, pptx, zip } from '../testing/sample-files.ts';
import { readContent } from './read-content.ts';
import type { Answer, Expected } from './task.ts';

let dir: string;
let count = 0;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sheaf-texts-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function answerTo(expected: Expected, bytes: Uint8Array | string): Promise<Answer> {
  count += 1;
  const file = join(dir, String(count));
  await writeFile(file, bytes);
  return readContent({ file, expected });
}

/** Body and places of the first passage. */
async function read(expected: Expected, bytes: Uint8Array | string) {
  const answer = await answerTo(expected, bytes);
  if (!('passages' in answer)) throw new Error(JSON.stringify(answer));
  const [first] = answer.passages;
  return { body: first?.body, places: first?.places, language: first?.language };
}

describe('PDF', () => {
  it('is read page by page, with hyphenated words joined', async () => {
    const bytes = pdf([['The contract runs for two', 'years and is re-', 'newed in May.'], ['Signed in Oslo.']]);
    expect(await read('pdf', bytes)).toEqual({
      body: 'The contract runs for two\nyears and is renewed in May.\nSigned in Oslo.',
      places: [
        { at: 0, page: 1 },
        { at: 55, page: 2 },
      ],
      language: 'en',
    });
  });

  it('joins sentences across lines, but not lists or paragraphs', async () => {
    const lines = [
      'The monthly rent is due in advance on the third working day. It includes heating and',
      'water, but no electricity, which the tenant orders from a supplier of his own choice, and',
      'pays there.',
      'Signed in Oslo',
      '- two keys for the door of the house and for the letter box, handed over on the first day',
      '- one key for the cellar',
    ];
    expect((await read('pdf', pdf([lines]))).body).toBe([lines.slice(0, 3).join(' '), ...lines.slice(3)].join('\n'));
  });

  it('is recognized by its first bytes, whatever its name', async () => {
    expect(await read('text', pdf([['Hello from a page']]))).toMatchObject({ places: [{ at: 0, page: 1 }] });
    expect(await read('pdf', Buffer.concat([Buffer.from('\n\n'), pdf([['After two lines']])]))).toMatchObject({
      body: 'After two lines',
    });
  });
});

describe('Office', () => {
  it('reads Word paragraphs, tables and notes, without deleted, moved or duplicate text', async () => {
    const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
    const body = `<w:p>${run('Dear ')}${run('Ada &lt;you&gt;')}<w:r><w:tab/></w:r>${run('hello')}</w:p>
      <w:p><w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:moveFrom>${run('moved')}</w:moveFrom>
      <w:r><w:instrText>PAGE</w:instrText></w:r>${run('new')}</w:p>
      <mc:AlternateContent><mc:Choice><w:p>${run('once')}</w:p></mc:Choice><mc:Fallback><w:p>${run('once')}</w:p></mc:Fallback></mc:AlternateContent>`;
    const bytes = docx(body, { 'word/footnotes.xml': `<w:footnotes><w:p>${run('A note')}</w:p></w:footnotes>` });
    expect(await read('office', bytes)).toMatchObject({ body: 'Dear Ada <you> hello\nnew\nonce\nA note', places: [] });
  });

  it('reads a row of a Word table as one line', async () => {
    const cell = (...texts: string[]) =>
      `<w:tc>${texts.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('')}</w:tc>`;
    const table = `<w:tbl><w:tr>${cell('Level')}${cell('Euros', 'a month')}</w:tr><w:tr>${cell('1')}${cell('1400')}</w:tr></w:tbl>`;
    const body = `<w:p><w:r><w:t>Salaries</w:t></w:r></w:p>${table}<w:p><w:r><w:t>End</w:t></w:r></w:p>`;
    expect((await read('office', docx(body))).body).toBe('Salaries\nLevel | Euros a month\n1 | 1400\nEnd');
  });

  it('reads PowerPoint slides in presentation order, with notes', async () => {
    expect(await read('office', pptx())).toMatchObject({
      body: 'Roadmap & budget\nSpeak slowly\nThank you',
      places: [
        { at: 0, slide: 1 },
        { at: 30, slide: 2 },
      ],
    });
  });

  it('reads OpenDocument texts and slides, without deleted text', async () => {
    const text = `<text:tracked-changes><text:p>old</text:p></text:tracked-changes><text:h>Title</text:h>
      <text:p>One<text:s/>line<text:line-break/>and <text:span>another</text:span></text:p>`;
    expect(await read('office', openDocument('text', text))).toMatchObject({ body: 'Title\nOne line\nand another' });
    const slides = '<draw:page><text:p>First</text:p></draw:page><draw:page><text:p>Second</text:p></draw:page>';
    expect(await read('office', openDocument('presentation', slides))).toMatchObject({
      places: [
        { at: 0, slide: 1 },
        { at: 6, slide: 2 },
      ],
    });
  });

  it('reads pieces in order, table rows, field results and notes of Word before 2007', async () => {
    const pieces = ['Berth plan\rSee \x13 HYPERLINK "x" \x14the page\x15\x02.\vNew line\r', 'Ключ\x07', '1\x07\x07'];
    const bytes = oldWord([...pieces, 'A note on €, and a co\x1fop\r']);
    const body = 'Berth plan\nSee the page.\nNew line\nКлюч | 1\nA note on €, and a coop';
    expect(await read('office', bytes)).toMatchObject({ body, places: [] });
    expect(await read('text', bytes)).toMatchObject({ body });
  });

  it('reads the last saved slides in presentation order, with notes, of PowerPoint before 2007', async () => {
    expect(await read('office', oldSlides())).toMatchObject({
      body: 'Roadmap & budget\nWhat is новое\nSpeak slowly\nThank you',
      places: [
        { at: 0, slide: 1 },
        { at: 44, slide: 2 },
      ],
    });
  });

  it('reads any corrupted file of before 2007 or reports it as damaged', async () => {
    for (const whole of [oldWord(['One piece ', 'and другой']), oldSlides()])
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 20 }),
          async (changes) => {
            const bytes = Buffer.from(whole);
            for (const [at, value] of changes) bytes[at] = value;
            const answer = await answerTo('office', bytes);
            if ('thrown' in answer) expect(answer.unreadable).toBe('This file is damaged.');
          },
        ),
        { numRuns: 50 },
      );
  });

  it('keeps cells in their columns after empty ones', async () => {
    const book = utils.book_new();
    const rows = [
      ['', 'Invoice', 'Paid', 'Note', ''],
      ['', '1', '', 'late'],
      ['', '', 'yes'],
    ];
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Bills');
    const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }));
    expect((await read('sheet', bytes)).body).toBe('Invoice | Paid | Note\n1 | | late\n| yes');
    expect((await read('csv', 'Invoice,Paid,Note,\n1,,late\n,yes,\n')).body).toBe(
      'Invoice | Paid | Note\n1 | | late\n| yes',
    );
  });

  it.each(['xlsx', 'xlsb', 'xls', 'ods'] as const)('reads rows of sheets in %s', async (bookType) => {
    const book = utils.book_new();
    // The library itself writes no formats into ods.
    const share = bookType === 'ods' ? '25%' : { t: 'n' as const, v: 0.25, z: '0%' };
    utils.book_append_sheet(book, utils.aoa_to_sheet([['Customer', 'Share'], [], ['Northwind', share]]), 'Bills');
    utils.book_append_sheet(book, utils.aoa_to_sheet([['Total', 12.5]]), 'Sum');
    const answer = await read('sheet', new Uint8Array(write(book, { type: 'array', bookType })));
    expect(answer).toMatchObject({
      body: 'Customer | Share\nNorthwind | 25%\nTotal | 12.5',
      places: [
        { at: 0, sheet: 'Bills', row: 1 },
        { at: 17, sheet: 'Bills', row: 3 },
        { at: 33, sheet: 'Sum', row: 1 },
      ],
    });
  });
});

describe('text', () => {
  it('reads the visible text of HTML', async () => {
    const html = `<!doctype html><html><head><title>T</title><style>p{}</style></head><body><script>alert(1)</script>
      <h1>Bill</h1><p>To be   paid
      by <b>Mal</b>lory &amp; Co.</p><table><tr><td>1</td><td>Chair</td></tr></table><ul><li>one<li>two</ul></body></html>`;
    expect(await read('html', html)).toMatchObject({
      body: 'Bill\nTo be paid by Mallory & Co.\n1 Chair\n- one\n- two',
    });
    expect(await read('html', Buffer.from('<meta charset="iso-8859-2"><p>ma\xb3y</p>', 'latin1'))).toMatchObject({
      body: 'mały',
    });
    expect(await read('office', '<html><body><p>A Word file that is a page</p>')).toMatchObject({
      body: 'A Word file that is a page',
    });
  });

  it('reads sender, recipients, subject, text and attachment names of mail', async () => {
    const mail = `From: Ada <ada@example.com>\r\nTo: bruno@example.com\r\nSubject: =?utf-8?q?Caf=C3=A9?=\r\nMIME-Version: 1.0\r
Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>See you <b>there</b></p>\r\n--b\r
Content-Type: application/pdf; name=plan.pdf\r\nContent-Disposition: attachment; filename=plan.pdf\r\n\r\nx\r\n--b--\r\n`;
    expect(await read('mail', mail)).toMatchObject({
      body: 'Café\nAda ada@example.com\nbruno@example.com\nSee you there\nplan.pdf',
    });
  });

  it('reads Markdown without its markup', async () => {
    expect(await read('markdown', '# Notes\n\n- [plan](http://x.example) **now**\n\n`code`\n')).toMatchObject({
      body: 'Notes\n- plan now\ncode',
    });
  });

  it('reads CSV rows, with line breaks in fields', async () => {
    expect(await read('csv', 'No;Name\r\n1;"Chair, ""red""\nlarge"\r\n2;Table')).toMatchObject({
      body: 'No | Name\n1 | Chair, "red"\nlarge\n2 | Table',
      places: [
        { at: 0, row: 1 },
        { at: 10, row: 2 },
        { at: 33, row: 3 },
      ],
    });
  });

  it('reads lines of plain text in their encoding', async () => {
    expect(await read('text', 'one\r\n\r\nthree')).toMatchObject({
      body: 'one\nthree',
      places: [{ at: 0, line: 1 }],
    });
    expect(await read('text', Buffer.from('\ufeffçok güzel', 'utf16le'))).toMatchObject({ body: 'çok güzel' });
    expect(await read('text', Buffer.from('caf\xe9', 'latin1'))).toMatchObject({ body: 'café' });
  });

  it('reads RTF text in its code page, without font tables', async () => {
    const rtf = String.raw`{\rtf1\ansi\ansicpg1251{\fonttbl{\f0 Arial;}}{\*\generator X;}\f0 \'cf\'f0\'e8\'e2\'e5\'f2\par 10 \u8364?\par}`;
    expect(await read('office', rtf)).toMatchObject({ body: 'Привет\n10 €' });
  });
});

describe('difficult files', () => {
  it.each([
    ['pdf', 'no PDF', /damaged/],
    ['office', zip({ 'nothing.txt': 'x' }), /damaged/],
    ['office', docx('<w:p/>').subarray(0, 60), /damaged/],
    ['office', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /damaged/],
    ['office', oldWord(['x'], { isEncrypted: true }), /password-protected/],
    ['office', oldOfficeFile({ EncryptedPackage: Buffer.alloc(8) }), /password-protected/],
    ['office', oldOfficeFile({ Drawing: Buffer.alloc(8) }), /isn’t an Office document/],
    ['office', docx('', { 'word/document.xml': '<!DOCTYPE a [<!ENTITY l "ha">]><a>&l;</a>' }), /document type/],
    ['sheet', zip({ 'xl/workbook.xml': '<a><b></a>' }), /damaged/],
    ['text', Buffer.from(Array.from({ length: 4096 }, (_, n) => (n * 7919 + (n >> 3)) & 0xff)), /isn’t text/],
  ] as const)('have a reason why they can’t be read: %s %#', async (expected, bytes, reason) => {
    expect(await answerTo(expected, bytes)).toMatchObject({ unreadable: expect.stringMatching(reason) });
  });

  it('have no reason if the disk fails', async () => {
    expect(await readContent({ file: join(dir, 'missing'), expected: 'text' })).toEqual({ stopped: 'ENOENT' });
  });

  it('are read up to the limit if large', async () => {
    const answer = await answerTo('text', 'All work and no play makes Jack a dull boy.\n'.repeat(100_000));
    expect(answer).toMatchObject({ isCut: true });
    expect((answer as { passages: unknown[] }).passages).toHaveLength(2_000);
    expect(await answerTo('text', ' '.repeat(9_000_000))).toEqual({ passages: [], isCut: true });
  });

  it.each(['text', 'html'] as const)(
    'are read as %s even with millions of spaces and unoptimized patterns',
    async (expected) => {
      const file = join(dir, `spaces.${expected}`);
      await writeFile(file, `first${' '.repeat(5_000_000)}last`);
      const script = `import { readContent } from ${JSON.stringify(join(import.meta.dirname, 'read-content.ts'))};
      console.log(JSON.stringify(await readContent(${JSON.stringify({ file, expected })})));`;
      const flags = ['--no-regexp-optimization', '--input-type=module', '--eval', script];
      const { stdout } = await promisify(execFile)(process.execPath, flags);
      expect(JSON.parse(stdout)).toMatchObject({ passages: [{ body: 'first last' }] });
    },
  );
});
