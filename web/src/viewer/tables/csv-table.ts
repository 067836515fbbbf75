import { note } from '../dom.ts';
import { Problem } from '../problem.ts';
import type { Show } from '../show.ts';
import { decodeText } from '../text/decode-text.ts';
import { grid } from './grid.ts';
import { parseCsv } from './parse-csv.ts';

const MAX_ROWS = 50_000;

export const show: Show = ({ bytes, name, cut, into, mark }) => {
  const text = decodeText(bytes).replace(/^\ufeff/, '');
  const { rows, cut: more } = parseCsv(text, MAX_ROWS + 1, /\.tsv$/i.test(name) ? '\t' : undefined);
  const [head, ...body] = rows;
  if (!head) throw new Problem('This file is empty.');
  if (cut || more)
    into.append(note(`Showing the first ${body.length.toLocaleString('en')} rows. Download the file to see all.`));
  into.append(grid({ head, rows: body, name, mark }));
  into.classList.add('fills');
};
