import { read, utils, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { el, note } from '../dom.ts';
import { isZip, unpack, zipOf } from '../office/unpack.ts';
import { Problem } from '../problem.ts';
import type { Mark } from '../protocol.ts';
import type { Show } from '../show.ts';
import { grid } from './grid.ts';

const MAX_ROWS = 20_000;
const MAX_COLUMNS = 256;
const MAX_SHEETS = 200;

export const show: Show = async ({ bytes, into, mark }) => {
  // Unpacked within limits first: a small file can unpack to a huge one.
  const book = open(isZip(bytes) ? zipOf(await unpack(bytes)) : bytes);
  const names = book.SheetNames.slice(0, MAX_SHEETS);
  if (names.length === 0) throw new Problem('This workbook has no sheets.');
  const place = el('div', { className: 'fills' });
  const tabs = names.map((name) => el('button', { type: 'button', role: 'tab' }, name));
  const named = mark?.place?.kind === 'sheet' ? names.indexOf(mark.place.value ?? '') : -1;
  const marked = Math.max(0, named);
  const choose = (index: number) => {
    for (const [at, tab] of tabs.entries()) {
      tab.ariaSelected = String(at === index);
      tab.tabIndex = at === index ? 0 : -1;
    }
    place.replaceChildren(...drawSheet(names[index]!, book.Sheets[names[index]!], index === marked ? mark : null));
  };
  for (const [index, tab] of tabs.entries()) tab.addEventListener('click', () => choose(index));
  const bar = el('div', { className: 'sheets', role: 'tablist', aria: { label: 'Sheets' } }, ...tabs);
  bar.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const next = tabs[tabs.indexOf(document.activeElement as HTMLButtonElement) + (step ?? 0)];
    if (!step) return;
    event.preventDefault();
    next?.click();
    next?.focus();
  });
  into.append(place, bar);
  into.classList.add('fills');
  choose(marked);
};

function open(bytes: Uint8Array): WorkBook {
  try {
    return read(bytes, { type: 'array', dense: true, sheetRows: MAX_ROWS + 1, cellFormula: false, cellHTML: false });
  } catch (error) {
    if (/password|encrypt/i.test(String(error)))
      throw new Problem('This workbook is password-protected. Download it to open it.');
    throw error;
  }
}

function drawSheet(name: string, sheet: WorkSheet | undefined, mark: Mark | null): HTMLElement[] {
  const rows = rowsOf(sheet);
  if (rows.length === 0) return [el('p', { className: 'empty' }, 'This sheet is empty.')];
  const shown = rows.slice(0, MAX_ROWS);
  const widest = shown.reduce((most, row) => Math.max(most, row.length), 0);
  const head = Array.from({ length: Math.min(widest, MAX_COLUMNS) }, (_, index) => utils.encode_col(index));
  const table = grid({ head, rows: shown, name, mark });
  const left = [
    rows.length > MAX_ROWS && `the first ${MAX_ROWS.toLocaleString('en')} rows`,
    widest > MAX_COLUMNS && `the first ${MAX_COLUMNS} columns`,
  ].filter(Boolean);
  if (left.length === 0) return [table];
  return [note(`Showing ${left.join(' and ')}. Download the file to see all.`), table];
}

/** The texts of the cells, formatted as the workbook says. */
function rowsOf(sheet: WorkSheet | undefined): string[][] {
  const data = (sheet?.['!data'] ?? []) as ({ w?: string; v?: unknown } | undefined)[][];
  return Array.from(data, (row) =>
    Array.from(
      (row ?? []).slice(0, MAX_COLUMNS + 1),
      (cell) => cell?.w ?? (cell?.v === undefined ? '' : String(cell.v)),
    ),
  );
}
