import { read, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { zipSync } from 'fflate';
import { type Piece, Unreadable } from '../piece.ts';
import type { ZipParts } from './zip-parts.ts';

/** The viewer shows as many. */
const maxRows = 20_000;
const maxColumns = 256;
const maxSheets = 200;

/**
 * Pictures, charts, embedded files and copies of other tables, which the library ignores. Leaving them out first saves
 * memory.
 */
const unneeded =
  /^(xl\/(media|drawings|charts|diagrams|embeddings|activeX|ctrlProps|printerSettings|pivotCache|pivotTables)|Pictures|Thumbnails|Object[^/]*|Configurations2|customXml)\//;
const isNeeded = (name: string) => !unneeded.test(name) && /(^mimetype|\.(xml|rels|bin))$/.test(name);

/** Excel and OpenDocument workbooks, row by row, with numbers and dates as the workbook shows them. */
export function* readSheets(source: ZipParts | Uint8Array): Generator<Piece> {
  const book = open(source instanceof Uint8Array ? source : unpacked(source));
  for (const sheet of book.SheetNames.slice(0, maxSheets))
    for (const [index, cells] of rowsOf(book.Sheets[sheet]).entries())
      if (cells.length > 0) yield { place: { sheet, row: index + 1 }, text: cells.join(' | ') };
}

/** Inflates parts within our limits first, since the library has none. */
function unpacked(zip: ZipParts): Uint8Array {
  const names = zip.names().filter(isNeeded);
  return zipSync(Object.fromEntries(names.map((name) => [name, zip.read(name)!])), { level: 0 });
}

function open(bytes: Uint8Array): WorkBook {
  try {
    return read(bytes, { type: 'array', dense: true, sheetRows: maxRows, cellFormula: false, cellHTML: false });
  } catch (error) {
    throw new Unreadable(
      /password|encrypt/i.test(String(error)) ? 'This workbook is password-protected.' : 'This file is damaged.',
    );
  }
}

function rowsOf(sheet: WorkSheet | undefined): string[][] {
  const data = (sheet?.['!data'] ?? []) as ({ w?: string; v?: unknown } | undefined)[][];
  const rows = Array.from(data, (row) =>
    Array.from((row ?? []).slice(0, maxColumns), (cell) => (cell?.w ?? String(cell?.v ?? '')).trim()),
  );
  // Empty cells keep the following ones in their columns; those before the first column and after the last are dropped.
  const first = Math.min(...rows.map((cells) => cells.findIndex(Boolean)).filter((column) => column !== -1));
  return rows.map((cells) => cells.slice(first, cells.findLastIndex(Boolean) + 1));
}
