import { decodeText } from './decode-text.ts';
import { note } from './dom.ts';
import { grid } from './grid.ts';
import { parseCsv } from './parse-csv.ts';
import { Problem } from './problem.ts';
import type { Show } from './show.ts';

const ROWS = 50_000;

export const show: Show = ({ bytes, name, cut, into }) => {
  const text = decodeText(bytes).replace(/^\ufeff/, '');
  const { rows, cut: more } = parseCsv(text, ROWS + 1, /\.tsv$/i.test(name) ? '\t' : undefined);
  const [head, ...body] = rows;
  if (!head) throw new Problem('This file is empty.');
  if (cut || more) into.append(note(`The first ${body.length.toLocaleString('en')} rows. Download the file for all.`));
  into.append(grid({ head, rows: body, name }));
  into.classList.add('fills');
};
