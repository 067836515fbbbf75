import { marked } from 'marked';
import { el, note } from '../dom.ts';
import { clean } from '../html/sanitize.ts';
import type { Show } from '../show.ts';
import { decodeText } from './decode-text.ts';

export const show: Show = async ({ bytes, into, send, images, cut }) => {
  const html = await marked.parse(decodeText(bytes).replace(/^\ufeff/, ''), { gfm: true });
  const { content, blocked } = clean(html, images);
  if (cut) into.append(note('Showing only the beginning. Download the file to see all.'));
  into.append(el('article', { className: 'paper prose', tabIndex: 0 }, content));
  if (blocked) send({ type: 'images-blocked' });
};
