import { escapeXml, type Sheet, wordFile, workbookFile } from '../content/office.ts';
import { type Block, blocksOf } from './source.ts';

const sizes = { title: '<w:rPr><w:b/><w:sz w:val="36"/></w:rPr>', heading: '<w:rPr><w:b/></w:rPr>', text: '' };

export const wordDocument = (body: string): Buffer => wordFile(blocksOf(body).map(blockXml).join(''));

function blockXml(block: Block): string {
  if (block.kind !== 'row') return paragraph(block.text, sizes[block.kind]);
  const cells = block.cells.map((cell) => `<w:tc>${paragraph(cell, '')}</w:tc>`);
  return `<w:tbl><w:tr>${cells.join('')}</w:tr></w:tbl>`;
}

const paragraph = (text: string, properties: string) =>
  `<w:p><w:r>${properties}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`;

/** A sheet for each heading; numeric cells become numbers. */
export function workbook(body: string): Buffer {
  const sheets: { name: string; rows: Sheet['rows'][number][] }[] = [];
  for (const block of blocksOf(body)) {
    if (block.kind === 'row') sheets.at(-1)!.rows.push(block.cells.map(cellOf));
    else sheets.push({ name: block.text, rows: [] });
  }
  return workbookFile(sheets);
}

const cellOf = (cell: string) => (/^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell);

/** A saved mail: sender, recipient and subject first, then an empty line and the text. */
export function savedMail(body: string, sentAt: Date): Buffer {
  const end = body.indexOf('\n\n');
  const headers = [
    ...body.slice(0, end).split('\n'),
    `Date: ${sentAt.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <saved-${sentAt.getTime()}@example.com>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ];
  const text = body.slice(end + 2).replaceAll('\n', '\r\n');
  return Buffer.from(`${headers.join('\r\n')}\r\n\r\n${text}\r\n`);
}
