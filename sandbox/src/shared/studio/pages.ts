import { pdfFile, pdfText } from '../content/pdf.ts';
import { type Block, blocksOf } from './source.ts';

const left = 72;
const top = 760;
const bottom = 76;
const width = 451;

const afterTable = 10;

const styles = {
  title: { font: 'F2', size: 20, before: 0, after: 12 },
  heading: { font: 'F2', size: 13, before: 10, after: 3 },
  text: { font: 'F1', size: 12, before: 0, after: 8 },
  row: { font: 'F1', size: 12, before: 0, after: 2 },
};

/** Wraps text and divides it into pages; the last column of a table is right-aligned. */
export function pagedDocument(body: string): Buffer {
  const pages: string[][] = [[]];
  let y = top;
  let last: Block['kind'] = 'title';
  for (const block of blocksOf(body)) {
    const { font, size, before, after } = styles[block.kind];
    y -= last === 'row' && block.kind !== 'row' ? afterTable : before;
    last = block.kind;
    for (const line of linesOf(block, size)) {
      if (y < bottom) {
        pages.push([]);
        y = top;
      }
      for (const { x, text } of line)
        pages.at(-1)!.push(`BT /${font} ${size} Tf ${x.toFixed(1)} ${y} Td (${pdfText(text)}) Tj ET`);
      y -= Math.round(size * 1.45);
    }
    y -= after;
  }
  return pdfFile(pages.map((page) => page.join('\n')));
}

interface Run {
  x: number;
  text: string;
}

function linesOf(block: Block, size: number): Run[][] {
  if (block.kind !== 'row') return wrapped(block.text, width / size).map((text) => [{ x: left, text }]);
  const { cells } = block;
  const step = width / cells.length;
  return [
    cells.map((text, at) => ({
      x: at === cells.length - 1 ? left + width - widthOf(text) * size : left + at * step,
      text,
    })),
  ];
}

function wrapped(text: string, maxWidth: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`;
    if (widthOf(longer) <= maxWidth) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The width in Helvetica, exact for digits and slightly too large for words; 1 is the font size. */
function widthOf(text: string): number {
  let sum = 0;
  for (const sign of text) {
    let width = widths.get(sign);
    if (width === undefined) {
      width = signWidth(sign);
      widths.set(sign, width);
    }
    sum += width;
  }
  return sum;
}

const widths = new Map<string, number>();

function signWidth(sign: string): number {
  if (/[mwMW@%–—]/.test(sign)) return 0.9;
  if (/[\p{Lu}&]/u.test(sign)) return 0.72;
  if (/[ijlfI.,:;'’|! ]/.test(sign)) return 0.278;
  if (/[tr()[\]-]/.test(sign)) return 0.333;
  return 0.556;
}
