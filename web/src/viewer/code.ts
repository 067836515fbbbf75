import hljs from 'highlight.js/lib/common';
import { decodeText } from './decode-text.ts';
import { el, note } from './dom.ts';
import './highlight.css';
import type { Show } from './show.ts';

/** Colours of longer files would take longer than people wait. */
const COLOURED = 300_000;

/** Languages that go by another name than the ending of their files. */
const endings: Record<string, string> = {
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
  if (cut) into.append(note('Only the beginning is shown. Download the file for all.'));
  const lines = text.split('\n').length;
  const numbers = Array.from({ length: lines }, (_, index) => index + 1).join('\n');
  const code = el('code');
  const html = coloured(text, name);
  // What the highlighter writes is escaped text in spans of its own.
  if (html === null) code.textContent = text;
  else code.innerHTML = html;
  const gutter = el('pre', { className: 'gutter', ariaHidden: 'true' }, numbers);
  const view = el('pre', { className: isProse(name) ? 'wrap' : '' }, code);
  const children = isProse(name) ? [view] : [gutter, view];
  into.append(el('div', { className: 'scroll code', tabIndex: 0, role: 'region', aria: { label: name } }, ...children));
  into.classList.add('fills');
};

const endingOf = (name: string) => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
const isProse = (name: string) => /^(txt|log|)$/.test(endingOf(name));

function coloured(text: string, name: string): string | null {
  const language = endings[endingOf(name)] ?? endingOf(name);
  if (text.length > COLOURED || isProse(name) || !hljs.getLanguage(language)) return null;
  return hljs.highlight(text, { language, ignoreIllegals: true }).value;
}
