import { el } from './dom.ts';

const ROW = 29;
const SPARE = 20;
const COLUMNS = 256;
const WIDEST = 48;
const SAMPLE = 200;

interface Grid {
  /** The names of the columns. */
  head: readonly string[];
  rows: readonly (readonly string[])[];
  name: string;
}

/** A table of which only the rows in sight exist. */
export function grid({ head, rows, name }: Grid): HTMLElement {
  const columns = Math.min(COLUMNS, head.length);
  const body = el('tbody');
  const table = el(
    'table',
    { className: 'grid', aria: { label: name, rowcount: String(rows.length + 1) } },
    el('colgroup', {}, el('col', { className: 'counter' }), ...widths(head, rows, columns)),
    el('thead', {}, el('tr', {}, el('th', { className: 'counter' }), ...cells('th', head, columns))),
    body,
  );
  const root = el('div', { className: 'scroll', tabIndex: 0, role: 'region', aria: { label: name } }, table);
  let drawn = '';

  const draw = () => {
    const height = root.clientHeight || innerHeight;
    const start = Math.max(0, Math.floor(root.scrollTop / ROW) - SPARE);
    const end = Math.min(rows.length, Math.ceil((root.scrollTop + height) / ROW) + SPARE);
    if (drawn === `${start} ${end}`) return;
    drawn = `${start} ${end}`;
    const gap = (count: number) => el('tr', { style: `height:${count * ROW}px`, ariaHidden: 'true' });
    const visible = rows.slice(start, end).map((row, index) => {
      const number = el('th', { className: 'counter', scope: 'row' }, String(start + index + 1));
      return el('tr', {}, number, ...cells('td', row, columns));
    });
    body.replaceChildren(gap(start), ...visible, gap(rows.length - end));
  };
  root.addEventListener('scroll', draw, { passive: true });
  new ResizeObserver(draw).observe(root);
  draw();
  return root;
}

function cells(tag: 'td' | 'th', row: readonly string[], columns: number): HTMLElement[] {
  return Array.from({ length: columns }, (_, index) => {
    const text = row[index] ?? '';
    const number = /^[-+(]?[$€£]?\d[\d.,\s]*[%)]?$/.test(text);
    return el(tag, { title: text.length > WIDEST ? text : '', className: number ? 'number' : '' }, text);
  });
}

function widths(head: readonly string[], rows: Grid['rows'], columns: number): HTMLElement[] {
  const sample = [head, ...rows.slice(0, SAMPLE)];
  return Array.from({ length: columns }, (_, index) => {
    const longest = Math.max(4, ...sample.map((row) => row[index]?.length ?? 0));
    return el('col', { style: `width:${Math.min(longest, WIDEST) + 3}ch` });
  });
}
