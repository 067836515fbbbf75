import { el } from '../../dom.ts';
import { childOf, childrenOf, numberOf } from '../xml.ts';
import { fillOf, type Theme } from './colors.ts';

const aligns: Record<string, string> = { ctr: 'center', r: 'right', just: 'justify', dist: 'justify' };
const anchors: Record<string, string> = { ctr: 'center', b: 'flex-end' };
const FONT = 18;

/** The styles a text inherits from, nearest first. */
export type Defaults = readonly (Element | null)[];

/** The text of a shape. Sizes are in points of the slide. */
export function drawText(body: Element, defaults: Defaults, theme: Theme): HTMLElement {
  const properties = childOf(body, 'bodyPr');
  const anchor = properties?.getAttribute('anchor') ?? '';
  const shrink = (numberOf(childOf(properties, 'normAutofit'), 'fontScale') ?? 100_000) / 100_000;
  let number = 0;
  const paragraphs = childrenOf(body, 'p').map((paragraph) => {
    const own = childOf(paragraph, 'pPr');
    const level = Math.min(Math.max(numberOf(own, 'lvl') ?? 0, 0), 8);
    const levels = [own, ...defaults.map((list) => childOf(list, `lvl${level + 1}pPr`))];
    number = childOf(own, 'buAutoNum') ? number + 1 : 0;
    return drawParagraph(paragraph, levels, level, number, shrink, theme);
  });
  const style = `justify-content:${anchors[anchor] ?? 'flex-start'}`;
  return el('div', { className: 'text', style }, ...paragraphs);
}

function drawParagraph(
  paragraph: Element,
  levels: (Element | null)[],
  level: number,
  number: number,
  shrink: number,
  theme: Theme,
): HTMLElement {
  const align = first(levels, (one) => one.getAttribute('algn'));
  const pieces = [...paragraph.children].flatMap((child) => {
    if (child.localName === 'br') return [el('br')];
    if (child.localName !== 'r' && child.localName !== 'fld') return [];
    return [drawRun(child, levels, shrink, theme)];
  });
  const style = `text-align:${aligns[align ?? ''] ?? 'left'};padding-left:${level * 18}pt`;
  const bullet = bulletOf(levels, number);
  const size = sizeOf(childOf(paragraph, 'endParaRPr'), levels) * shrink;
  if (pieces.length === 0) return el('p', { style: `${style};font-size:${size}pt` }, el('br'));
  if (!bullet) return el('p', { style }, ...pieces);
  const sign = el(
    'span',
    { className: 'bullet', style: pieces.find((one) => one.style.cssText)?.style.cssText },
    bullet,
  );
  return el('p', { style, className: 'item' }, sign, el('span', {}, ...pieces));
}

function drawRun(run: Element, levels: (Element | null)[], shrink: number, theme: Theme): HTMLElement {
  const own = childOf(run, 'rPr');
  const sources = [own, ...levels.map((level) => childOf(level, 'defRPr'))];
  const says = (name: string) => first(sources, (one) => one.getAttribute(name));
  const color = first(sources, (one) => fillOf(one, theme));
  const style = [
    `font-size:${sizeOf(own, levels) * shrink}pt`,
    says('b') === '1' && 'font-weight:700',
    says('i') === '1' && 'font-style:italic',
    !/^(none)?$/.test(says('u') ?? '') && 'text-decoration:underline',
    color && `color:${color}`,
  ];
  return el('span', { style: style.filter(Boolean).join(';') }, childOf(run, 't')?.textContent ?? '');
}

/** In points. */
function sizeOf(own: Element | null, levels: (Element | null)[]): number {
  const sources = [own, ...levels.map((level) => childOf(level, 'defRPr'))];
  const size = first(sources, (one) => one.getAttribute('sz'));
  return size ? Math.min(Math.max(Number(size) / 100 || FONT, 1), 400) : FONT;
}

function bulletOf(levels: (Element | null)[], number: number): string | null {
  if (number > 0) return `${number}.`;
  for (const level of levels) {
    if (childOf(level, 'buNone')) return null;
    const sign = childOf(level, 'buChar')?.getAttribute('char');
    // Characters of symbol fonts do not exist in other fonts.
    if (sign) return /[\u2022\u2013\u2014\u25a0-\u25ff*-]/.test(sign) ? sign : '•';
  }
  return null;
}

function first<T>(sources: readonly (Element | null)[], read: (element: Element) => T | null): T | null {
  for (const source of sources) {
    const value = source && read(source);
    if (value) return value;
  }
  return null;
}
