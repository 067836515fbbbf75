import { el } from '../dom.ts';
import { Problem } from '../problem.ts';
import type { Show } from '../show.ts';
import { imageUrl } from './image-url.ts';
import { type Files, unpack } from './unpack.ts';
import { numberOf, parseXml } from './xml.ts';

/** Shows OpenDocument texts and presentations: their text, lists, tables and pictures, without styles. */
export const show: Show = async ({ bytes, into }) => {
  const files = await unpack(bytes);
  const body = parseXml(files, 'content.xml')?.getElementsByTagNameNS('*', 'body')[0];
  const content = body?.firstElementChild;
  if (!content) throw new Problem('This file is damaged: it isn’t an OpenDocument file.');
  const paper = el('article', { className: 'paper prose', tabIndex: 0 }, ...draw(content, files));
  if (!paper.textContent?.trim() && !paper.querySelector('img')) throw new Problem('This document is empty.');
  into.append(paper);
};

type Draw = (element: Element, inside: () => Node[], files: Files) => Node[];

const drawings: Record<string, Draw> = {
  h: (element, inside) => [el(`h${heading(element)}`, {}, ...inside())],
  p: (_, inside) => [el('p', {}, ...inside())],
  list: (_, inside) => [el('ul', {}, ...inside())],
  'list-item': (_, inside) => [el('li', {}, ...inside())],
  table: (_, inside) => [el('table', {}, el('tbody', {}, ...inside()))],
  'table-row': (_, inside) => [el('tr', {}, ...inside())],
  'table-cell': (_, inside) => [el('td', {}, ...inside())],
  page: (_, inside) => [el('section', {}, ...inside())],
  a: (element, inside) => {
    const href = element.getAttributeNS('http://www.w3.org/1999/xlink', 'href') ?? '';
    return [el('a', { href: /^https?:/.test(href) ? href : '#' }, ...inside())];
  },
  'line-break': () => [el('br')],
  tab: () => [document.createTextNode('\t')],
  s: (element) => [document.createTextNode(' '.repeat(Math.min(numberOf(element, 'text:c') ?? 1, 200)))],
  image: (element, _, files) => {
    const name = element.getAttributeNS('http://www.w3.org/1999/xlink', 'href') ?? '';
    const src = imageUrl(name, files.get(name));
    return src ? [el('img', { src, alt: '' })] : [];
  },
  // Comments and definitions are not shown.
  annotation: () => [],
  notes: () => [],
  'tracked-changes': () => [],
  'sequence-decls': () => [],
};

function draw(parent: Element, files: Files): Node[] {
  return [...parent.childNodes].flatMap((node) => {
    if (node.nodeType === Node.TEXT_NODE) return parent.localName.match(/^(p|h|span|a)$/) ? [node.cloneNode()] : [];
    if (!(node instanceof Element)) return [];
    const inside = () => draw(node, files);
    return drawings[node.localName]?.(node, inside, files) ?? inside();
  });
}

function heading(element: Element): 1 | 2 | 3 | 4 {
  const level = numberOf(element, 'text:outline-level') ?? 1;
  return Math.min(Math.max(Math.round(level), 1), 4) as 1 | 2 | 3 | 4;
}
