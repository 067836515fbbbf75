import { el, note } from '../dom.ts';
import { Problem } from '../problem.ts';
import type { Show } from '../show.ts';
import { parseRtf } from './parse-rtf.ts';

export const show: Show = ({ bytes, into, cut }) => {
  const text = parseRtf(new TextDecoder('latin1').decode(bytes));
  if (!text) throw new Problem('This document is empty.');
  const lines = text.split('\n').map((line) => el('p', {}, line));
  if (cut) into.append(note('Showing only the beginning. Download the file to see all.'));
  into.append(el('article', { className: 'paper prose', tabIndex: 0 }, ...lines));
};
