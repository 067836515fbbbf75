import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { provide } from '@sheaf/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readContent } from '../../read-content.ts';

const soffice = provide('libreoffice');

const oasis = 'urn:oasis:names:tc:opendocument:xmlns';
const names = ['office', 'text', 'table', 'presentation'].map((name) => `xmlns:${name}="${oasis}:${name}:1.0"`);
const document = (type: string, element: string, body: string) => `<?xml version="1.0" encoding="UTF-8"?>
  <office:document ${names.join(' ')} xmlns:draw="${oasis}:drawing:1.0" xmlns:svg="${oasis}:svg-compatible:1.0"
    xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2"
    office:mimetype="application/vnd.oasis.opendocument.${type}"><office:body>
  <office:${element}>${body}</office:${element}></office:body></office:document>`;

const cell = (text: string) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
const row = (...texts: string[]) => `<table:table-row>${texts.map(cell).join('')}</table:table-row>`;
const letter = document(
  'text',
  'text',
  `<text:h text:outline-level="1">Berth plan</text:h>
  <text:p>See <text:a xlink:href="http://example.com/">the page</text:a><text:note text:note-class="footnote"><text:note-body>
    <text:p>A note on tides</text:p></text:note-body></text:note>.<text:line-break/>New line</text:p>
  <table:table><table:table-column table:number-columns-repeated="2"/>${row('Level', 'Euros')}${row('1', '1400 €')}</table:table>
  <text:p>Конец</text:p>`,
);

const frame = (text: string, more = '') =>
  `<draw:frame ${more} svg:x="1cm" svg:y="1cm" svg:width="9cm" svg:height="3cm"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
const talk = document(
  'presentation',
  'presentation',
  `<draw:page draw:name="one">${frame('Roadmap', 'presentation:class="title"')}${frame('Второй')}
    <presentation:notes>${frame('Speak slowly', 'presentation:class="notes"')}</presentation:notes></draw:page>
  <draw:page draw:name="two">${frame('Thank you')}</draw:page>`,
);

describe.skipIf(soffice === null)('reading files of before 2007 written by LibreOffice', () => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'sheaf-old-office-'));
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  it.each([
    [
      'letter.fodt',
      letter,
      'doc',
      'Berth plan\nSee the page.\nNew line\nLevel | Euros\n1 | 1400 €\nКонец\nA note on tides',
      [],
    ],
    ['talk.fodp', talk, 'ppt', 'Roadmap\nВторой\nSpeak slowly\nThank you', [1, 2]],
  ])('%s', async (name, content, format, body, slides) => {
    const file = join(dir, name);
    await writeFile(file, content);
    const profile = `-env:UserInstallation=${pathToFileURL(join(dir, 'profile')).href}`;
    await promisify(execFile)(soffice!, ['--headless', profile, '--convert-to', format, '--outdir', dir, file]);
    const answer = await readContent({ file: file.replace(/\w+$/, format), expected: 'office' });
    expect(answer).toMatchObject({ passages: [{ body }] });
    if ('passages' in answer) expect(answer.passages[0]!.places.map(({ slide }) => slide)).toEqual(slides);
  });
});
