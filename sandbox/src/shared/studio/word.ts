import { escapeXml, wordFile } from '../content/office.ts';
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
