import { rtfText } from '@sheaf/contract/texts';
import { el, note } from '../dom.ts';
import { Problem } from '../problem.ts';
import type { Show } from '../show.ts';

export const show: Show = ({ bytes, into, cut }) => {
  const text = parseRtf(bytes);
  if (!text) throw new Problem('This document is empty.');
  const lines = text.split('\n').map((line) => el('p', {}, line));
  if (cut) into.append(note('Showing only the beginning. Download the file to see all.'));
  into.append(el('article', { className: 'paper prose', tabIndex: 0 }, ...lines));
};

export function parseRtf(bytes: Uint8Array): string {
  const text = rtfText(bytes, { withMargins: false });
  if (text === null) throw new Problem('This file is damaged: it isn’t rich text.');
  return text.trim();
}
