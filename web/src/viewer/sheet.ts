import { read, utils, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { el, note } from './dom.ts';
import { grid } from './grid.ts';
import { Problem } from './problem.ts';
import type { Show } from './show.ts';
import { isZip, unpack, zipOf } from './unpack.ts';

const ROWS = 20_000;
const COLUMNS = 256;
const SHEETS = 200;

export const show: Show = async ({ bytes, into }) => {
  // What the library gets has been measured: a small file may hold a huge one.
  const book = open(isZip(bytes) ? zipOf(await unpack(bytes)) : bytes);
  const names = book.SheetNames.slice(0, SHEETS);
  if (names.length === 0) throw new Problem('This workbook has no sheets.');
  const place = el('div', { className: 'fills' });
  const tabs = names.map((name) => el('button', { type: 'button', role: 'tab' }, name));
  const choose = (index: number) => {
    for (const [at, tab] of tabs.entries()) {
      tab.ariaSelected = String(at === index);
      tab.tabIndex = at === index ? 0 : -1;
    }
    place.replaceChildren(...drawSheet(names[index]!, book.Sheets[names[index]!]));
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
  choose(0);
};

function open(bytes: Uint8Array): WorkBook {
  try {
    return read(bytes, { type: 'array', dense: true, sheetRows: ROWS + 1, cellFormula: false, cellHTML: false });
  } catch (error) {
    if (/password|encrypt/i.test(String(error)))
      throw new Problem('This workbook is protected with a password. Download it to open it.');
    throw error;
  }
}

function drawSheet(name: string, sheet: WorkSheet | undefined): HTMLElement[] {
  const rows = rowsOf(sheet);
  if (rows.length === 0) return [el('p', { className: 'empty' }, 'This sheet is empty.')];
  const shown = rows.slice(0, ROWS);
  const widest = shown.reduce((most, row) => Math.max(most, row.length), 0);
  const head = Array.from({ length: Math.min(widest, COLUMNS) }, (_, index) => utils.encode_col(index));
  const table = grid({ head, rows: shown, name });
  const left = [
    rows.length > ROWS && `the first ${ROWS.toLocaleString('en')} rows`,
    widest > COLUMNS && `the first ${COLUMNS} columns`,
  ].filter(Boolean);
  if (left.length === 0) return [table];
  return [note(`Shown are ${left.join(' and ')}. Download the file for all.`), table];
}

/** As the workbook formats them. */
function rowsOf(sheet: WorkSheet | undefined): string[][] {
  const data = (sheet?.['!data'] ?? []) as ({ w?: string; v?: unknown } | undefined)[][];
  return Array.from(data, (row) =>
    Array.from((row ?? []).slice(0, COLUMNS + 1), (cell) => cell?.w ?? (cell?.v === undefined ? '' : String(cell.v))),
  );
}
