import { el } from '../dom.ts';
import { lettersOf } from '../mark/find-text.ts';
import type { Mark } from '../protocol.ts';

const ROW = 29;
const EXTRA_ROWS = 20;
const MAX_COLUMNS = 256;
const MAX_CHARACTERS = 48;
const SAMPLE_ROWS = 200;

interface Grid {
  /** The names of the columns. */
  head: readonly string[];
  rows: readonly (readonly string[])[];
  name: string;
  mark: Mark | null;
}

/** A table that renders only the visible rows. */
export function grid({ head, rows, name, mark }: Grid): HTMLElement {
  const columns = Math.min(MAX_COLUMNS, head.length);
  const body = el('tbody');
  const table = el(
    'table',
    { className: 'grid', aria: { label: name, rowcount: String(rows.length + 1) } },
    el('colgroup', {}, el('col', { className: 'counter' }), ...widths(head, rows, columns)),
    el('thead', {}, el('tr', {}, el('td', { className: 'counter' }), ...cells('th', head, columns))),
    body,
  );
  const root = el('div', { className: 'scroll', tabIndex: 0, role: 'region', aria: { label: name } }, table);
  const marked = mark ? rowOf(rows, mark) : null;
  let drawn = '';

  const draw = () => {
    const height = root.clientHeight || innerHeight;
    const start = Math.max(0, Math.floor(root.scrollTop / ROW) - EXTRA_ROWS);
    const end = Math.min(rows.length, Math.ceil((root.scrollTop + height) / ROW) + EXTRA_ROWS);
    if (drawn === `${start} ${end}`) return;
    drawn = `${start} ${end}`;
    const gap = (count: number) => el('tr', { style: `height:${count * ROW}px`, ariaHidden: 'true' });
    const visible = rows.slice(start, end).map((row, index) => {
      const number = el('th', { className: 'counter', scope: 'row' }, String(start + index + 1));
      return el('tr', { className: start + index === marked ? 'marked' : '' }, number, ...cells('td', row, columns));
    });
    body.replaceChildren(gap(start), ...visible, gap(rows.length - end));
  };
  root.addEventListener('scroll', draw, { passive: true });
  new ResizeObserver(draw).observe(root);
  draw();
  // Once it is in the page and has a height.
  if (marked !== null) requestAnimationFrame(() => (root.scrollTop = marked * ROW - root.clientHeight / 3));
  return root;
}

/** The row a quote is from: its cells, divided by other signs. */
function rowOf(rows: Grid['rows'], { quote, place }: Mark): number | null {
  const lines = quote.split('\n').map((line) => lettersOf(line).text);
  const wanted = lines.find(Boolean);
  const index = wanted ? rows.findIndex((row) => lettersOf(row.join('')).text.includes(wanted)) : -1;
  if (index !== -1) return index;
  return place?.row ? Math.min(place.row, rows.length) - 1 : null;
}

function cells(tag: 'td' | 'th', row: readonly string[], columns: number): HTMLElement[] {
  return Array.from({ length: columns }, (_, index) => {
    const text = row[index] ?? '';
    const number = /^[-+(]?[$€£]?\d[\d.,\s]*[%)]?$/.test(text);
    return el(tag, { title: text.length > MAX_CHARACTERS ? text : '', className: number ? 'number' : '' }, text);
  });
}

function widths(head: readonly string[], rows: Grid['rows'], columns: number): HTMLElement[] {
  const sample = [head, ...rows.slice(0, SAMPLE_ROWS)];
  return Array.from({ length: columns }, (_, index) => {
    const longest = Math.max(4, ...sample.map((row) => row[index]?.length ?? 0));
    return el('col', { style: `width:${Math.min(longest, MAX_CHARACTERS) + 3}ch` });
  });
}
