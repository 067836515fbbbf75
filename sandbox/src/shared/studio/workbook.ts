import { type Sheet, workbookFile } from '../content/office.ts';
import { blocksOf } from './source.ts';

/** A sheet for each heading; cells that are numbers become numbers. */
export function workbook(body: string): Buffer {
  const sheets: { name: string; rows: Sheet['rows'][number][] }[] = [];
  for (const block of blocksOf(body)) {
    if (block.kind === 'row') sheets.at(-1)!.rows.push(block.cells.map(cellOf));
    else sheets.push({ name: block.text, rows: [] });
  }
  return workbookFile(sheets);
}

const cellOf = (cell: string) => (/^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell);
