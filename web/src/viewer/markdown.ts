import { marked } from 'marked';
import { decodeText } from './decode-text.ts';
import { el, note } from './dom.ts';
import { clean } from './sanitize.ts';
import type { Show } from './show.ts';

export const show: Show = async ({ bytes, into, tell, images, cut }) => {
  const html = await marked.parse(decodeText(bytes).replace(/^\ufeff/, ''), { gfm: true });
  const { content, blocked } = clean(html, images);
  if (cut) into.append(note('Only the beginning is shown. Download the file for all.'));
  into.append(el('article', { className: 'paper prose', tabIndex: 0 }, content));
  if (blocked) tell({ type: 'images-blocked' });
};
