import { el } from '../dom.ts';
import type { Show } from '../show.ts';
import { decodeText } from '../text/decode-text.ts';
import { clean } from './sanitize.ts';

/** Shows an HTML page or the body of a message with its own layout, but without scripts and requests to other sites. */
export const show: Show = ({ bytes, into, send, images }) => {
  const { content, blocked } = clean(bytes.length === 0 ? '' : decodeText(bytes), images);
  into.append(el('div', { className: 'foreign' }, content));
  if (blocked) send({ type: 'images-blocked' });
};
