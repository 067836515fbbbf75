import { decodeText } from './decode-text.ts';
import { el } from './dom.ts';
import { clean } from './sanitize.ts';
import type { Show } from './show.ts';

/** A page, or the body of a message: as its author laid it out, without anything that runs or reaches out. */
export const show: Show = ({ bytes, into, tell, images }) => {
  const { content, blocked } = clean(bytes.length === 0 ? '' : decodeText(bytes), images);
  into.append(el('div', { className: 'foreign' }, content));
  if (blocked) tell({ type: 'images-blocked' });
};
