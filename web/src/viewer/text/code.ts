import hljs from 'highlight.js/lib/common';
import { el, note } from '../dom.ts';
import { decodeText } from './decode-text.ts';
import './highlight.css';
import type { Show } from '../show.ts';

/** Highlighting longer files takes too long. */
const HIGHLIGHT_LIMIT = 300_000;

/** Languages whose name in highlight.js differs from the file extension. */
const languageOfExtension: Record<string, string> = {
  h: 'cpp',
  hpp: 'cpp',
  cc: 'cpp',
  mts: 'ts',
  cts: 'ts',
  toml: 'ini',
  jsonl: 'json',
};

export const show: Show = ({ bytes, name, cut, into }) => {
  const text = decodeText(bytes)
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n');
  if (cut) into.append(note('Showing only the beginning. Download the file to see all.'));
  const lines = text.split('\n').length;
  const numbers = Array.from({ length: lines }, (_, index) => index + 1).join('\n');
  const code = el('code');
  const html = coloured(text, name);
  // Safe: the highlighter returns escaped text in its own spans.
  if (html === null) code.textContent = text;
  else code.innerHTML = html;
  const gutter = el('pre', { className: 'gutter', ariaHidden: 'true' }, numbers);
  const view = el('pre', { className: isProse(name) ? 'wrap' : '' }, code);
  const children = isProse(name) ? [view] : [gutter, view];
  into.append(el('div', { className: 'scroll code', tabIndex: 0, role: 'region', aria: { label: name } }, ...children));
  into.classList.add('fills');
};

const extensionOf = (name: string) => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
const isProse = (name: string) => /^(txt|log|)$/.test(extensionOf(name));

function coloured(text: string, name: string): string | null {
  const language = languageOfExtension[extensionOf(name)] ?? extensionOf(name);
  if (text.length > HIGHLIGHT_LIMIT || isProse(name) || !hljs.getLanguage(language)) return null;
  return hljs.highlight(text, { language, ignoreIllegals: true }).value;
}
