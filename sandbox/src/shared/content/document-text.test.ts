import { expect, it } from 'vitest';
import { readBitmap } from './bitmap.ts';
import { paragraphsOf, tablesOf } from './document-text.ts';
import { zip } from './zip.ts';

it('reads the paragraphs of documents, slides and rich text', () => {
  const word = '<w:p/><w:p w:a="1"><w:r><w:t>One &amp;lt; two</w:t></w:r></w:p><w:pPr/><w:p><w:t>Three</w:t></w:p>';
  expect(paragraphsOf('docx', zip({ 'word/document.xml': word }))).toEqual(['One &lt; two', 'Three']);
  const open = '<text:h>Title</text:h><text:p>Text</text:p><text:h>Next</text:h>';
  expect(paragraphsOf('odt', zip({ 'content.xml': open }))).toEqual(['Title', 'Text', 'Next']);
  const slide = (text: string) => `<a:p><a:t>${text}</a:t></a:p>`;
  const slides = { 'ppt/slides/slide10.xml': slide('ten'), 'ppt/slides/slide9.xml': slide('nine') };
  expect(paragraphsOf('pptx', zip(slides))).toEqual(['nine', 'ten']);
  expect(paragraphsOf('rtf', Buffer.from("{\\rtf1{\\*\\x y}\\b caf\\'e9\\b0\\par end}"))).toEqual(['café', 'end']);
  expect(paragraphsOf('rtf', Buffer.from('text'))).toBeNull();
  expect(paragraphsOf('docx', zip({ 'other.xml': '' }))).toBeNull();
  const broken = zip({ 'word/document.xml': word.repeat(9) });
  expect(paragraphsOf('docx', broken.fill(0xff, 50, 60))).toBeNull();
  // It says that its list of files is where nothing is.
  expect(paragraphsOf('docx', Buffer.from(`PK\x05\x06${'\xff'.repeat(18)}`, 'latin1'))).toBeNull();
});

it('takes one pass of a text that never closes its elements', () => {
  const open = '<w:p>'.repeat(200_000) + '<w:p '.repeat(200_000) + '<'.repeat(200_000);
  expect(paragraphsOf('docx', zip({ 'word/document.xml': open }))).toEqual([]);
});

it('reads the tables of workbooks and of values with commas', () => {
  const sheet = '<row><c t="s"><v>1</v></c><c><v>7</v></c></row><row><c/><c t="inlineStr"><is><t>x</t></is></c></row>';
  const shared = '<si><t>zero</t></si><si><r><t>o</t></r><r><t>ne</t></r></si>';
  const workbook = zip({ 'xl/worksheets/sheet1.xml': sheet, 'xl/sharedStrings.xml': shared });
  expect(tablesOf('xlsx', workbook)).toEqual([
    [
      ['one', '7'],
      ['', 'x'],
    ],
  ]);
  const values = 'a,"b, ""c""\nd"\r\n,e\n';
  expect(tablesOf('csv', Buffer.from(values))).toEqual([
    [
      ['a', 'b, "c"\nd'],
      ['', 'e'],
    ],
  ]);
  expect(tablesOf('xlsx', Buffer.from('text'))).toBeNull();
});

it('reads bitmaps from the bottom up, and no others', () => {
  const file = Buffer.alloc(62);
  file.write('BM');
  file.writeUInt32LE(54, 10);
  file.writeInt32LE(1, 18);
  file.writeInt32LE(2, 22);
  file.writeUInt16LE(24, 28);
  file.set([1, 2, 3, 0, 4, 5, 6, 0], 54);
  expect(readBitmap(file)).toEqual({ width: 1, height: 2, pixels: Buffer.from([6, 5, 4, 3, 2, 1]) });
  expect(readBitmap(file.subarray(0, 60))).toBeNull();
  file.writeInt32LE(1_000_000, 18);
  expect(readBitmap(file)).toBeNull();
  expect(readBitmap(Buffer.from('P6 2 2 255 x'))).toBeNull();
});
