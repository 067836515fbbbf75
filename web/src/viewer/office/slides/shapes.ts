import { el } from '../../dom.ts';
import { imageUrl } from '../image-url.ts';
import type { Files } from '../unpack.ts';
import { childOf, childrenOf, numberOf } from '../xml.ts';
import { fillOf, type Theme } from './colors.ts';
import { linkId, type Part } from './package.ts';
import { drawText } from './text.ts';

/** English metric units in a CSS pixel. */
export const EMU = 9525;
/** The deepest nesting of groups that is drawn. */
const DEPTH = 12;

export interface Slide {
  part: Part;
  layout: Part | null;
  master: Part | null;
  theme: Theme;
  files: Files;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  rotation: number;
}
/** Converts coordinates of a group to those of its parent. */
type Place = (box: Box) => Box;

/** Draws everything on a slide, layout or master; placeholders of the latter two are left out. */
export function drawShapes(from: Part, slide: Slide, { background }: { background: boolean }): HTMLElement[] {
  const tree = childOf(from.root, 'cSld/spTree');
  return tree ? drawTree(tree, { from, slide, background, place: (box) => box, depth: 0 }) : [];
}

interface Context {
  from: Part;
  slide: Slide;
  background: boolean;
  place: Place;
  depth: number;
}

function drawTree(tree: Element, context: Context): HTMLElement[] {
  if (context.depth > DEPTH) return [];
  return [...tree.children].flatMap((shape) => {
    switch (shape.localName) {
      case 'sp':
      case 'cxnSp':
        return drawShape(shape, context);
      case 'pic':
        return drawPicture(shape, context);
      case 'graphicFrame':
        return drawFrame(shape, context);
      case 'grpSp':
        return drawTree(shape, { ...context, place: groupPlace(shape, context.place), depth: context.depth + 1 });
      default:
        return [];
    }
  });
}

function drawShape(shape: Element, { slide, background, place }: Context): HTMLElement[] {
  const holder = childOf(shape, 'nvSpPr/nvPr/ph');
  if (holder && background) return [];
  const model = holder ? [findHolder(slide.layout, holder), findHolder(slide.master, holder)] : [];
  const box = [shape, ...model].map((one) => boxOf(childOf(one, 'spPr/xfrm'))).find(Boolean);
  const body = childOf(shape, 'txBody');
  if (!box || (background && !childOf(shape, 'spPr'))) return [];
  const properties = childOf(shape, 'spPr');
  const fill = fillOf(properties, slide.theme) ?? fillOf(childOf(model[0], 'spPr'), slide.theme);
  const border = lineOf(properties, slide.theme);
  const round = { ellipse: '50%', roundRect: '12px' }[childOf(properties, 'prstGeom')?.getAttribute('prst') ?? ''];
  const style = [fill && `background:${fill}`, border && `border:${border}`, round && `border-radius:${round}`];
  const lists = [childOf(body, 'lstStyle'), ...model.map((one) => childOf(one, 'txBody/lstStyle'))];
  const text = body ? [drawText(body, [...lists, masterStyle(slide.master, holder)], slide.theme)] : [];
  return [
    el('div', { className: 'shape', style: [position(place(box)), ...style].filter(Boolean).join(';') }, ...text),
  ];
}

function drawPicture(shape: Element, { from, slide, place }: Context): HTMLElement[] {
  const box = boxOf(childOf(shape, 'spPr/xfrm'));
  const name = from.links.get(linkId(childOf(shape, 'blipFill/blip'), 'embed')) ?? '';
  const src = imageUrl(name, slide.files.get(name));
  const alt = childOf(shape, 'nvPicPr/cNvPr')?.getAttribute('descr') ?? '';
  return box && src ? [el('img', { src, alt, style: position(place(box)) })] : [];
}

function drawFrame(shape: Element, { slide, place }: Context): HTMLElement[] {
  const box = boxOf(childOf(shape, 'xfrm'));
  if (!box) return [];
  const table = childOf(shape, 'graphic/graphicData/tbl');
  if (!table) return [el('div', { className: 'shape unknown', style: position(place(box)) }, 'Chart or drawing')];
  const rows = childrenOf(table, 'tr').map((row) => {
    const cells = childrenOf(row, 'tc').map((cell) => {
      const body = childOf(cell, 'txBody');
      const fill = fillOf(childOf(cell, 'tcPr'), slide.theme);
      const text = body ? [drawText(body, [masterStyle(slide.master, null)], slide.theme)] : [];
      return el('td', { style: fill ? `background:${fill}` : '' }, ...text);
    });
    return el('tr', { style: `height:${(numberOf(row, 'h') ?? 0) / EMU}px` }, ...cells);
  });
  return [el('table', { style: position(place(box)) }, el('tbody', {}, ...rows))];
}

function boxOf(transform: Element | null | undefined): Box | null {
  const [offset, extent] = [childOf(transform, 'off'), childOf(transform, 'ext')];
  const [x, y, width, height] = [
    numberOf(offset, 'x'),
    numberOf(offset, 'y'),
    numberOf(extent, 'cx'),
    numberOf(extent, 'cy'),
  ];
  if (x === null || y === null || width === null || height === null) return null;
  return { x, y, width, height, rotation: (numberOf(transform ?? null, 'rot') ?? 0) / 60_000 };
}

function groupPlace(group: Element, outer: Place): Place {
  const transform = childOf(group, 'grpSpPr/xfrm');
  const box = boxOf(transform);
  const [offset, extent] = [childOf(transform, 'chOff'), childOf(transform, 'chExt')];
  if (!box) return outer;
  const scaleX = box.width / (numberOf(extent, 'cx') || box.width || 1);
  const scaleY = box.height / (numberOf(extent, 'cy') || box.height || 1);
  return (inner) =>
    outer({
      x: box.x + (inner.x - (numberOf(offset, 'x') ?? 0)) * scaleX,
      y: box.y + (inner.y - (numberOf(offset, 'y') ?? 0)) * scaleY,
      width: inner.width * scaleX,
      height: inner.height * scaleY,
      rotation: inner.rotation,
    });
}

function position({ x, y, width, height, rotation }: Box): string {
  const pixels = [x, y, width, height].map((value) => `${(value / EMU).toFixed(1)}px`);
  const turn = rotation ? `;transform:rotate(${rotation}deg)` : '';
  return `left:${pixels[0]};top:${pixels[1]};width:${pixels[2]};min-height:${pixels[3]};height:${pixels[3]}${turn}`;
}

function lineOf(properties: Element | null, theme: Theme): string | null {
  const line = childOf(properties, 'ln');
  const color = fillOf(line, theme);
  return color ? `${Math.max(1, (numberOf(line, 'w') ?? EMU) / EMU)}px solid ${color}` : null;
}

/** The placeholder on a layout or master that a placeholder of the slide inherits from. */
function findHolder(part: Part | null, holder: Element): Element | null {
  const [index, type] = [holder.getAttribute('idx'), holder.getAttribute('type') ?? 'body'];
  const same = type === 'ctrTitle' ? /^(ctrTitle|title)$/ : new RegExp(`^${type.replace(/\W/g, '')}$`);
  const shapes = childrenOf(childOf(part?.root, 'cSld/spTree'), 'sp');
  const holders = shapes.map((shape) => ({ shape, at: childOf(shape, 'nvSpPr/nvPr/ph') })).filter(({ at }) => at);
  const byIndex = index && holders.find(({ at }) => at?.getAttribute('idx') === index);
  return (byIndex || holders.find(({ at }) => same.test(at?.getAttribute('type') ?? 'body')))?.shape ?? null;
}

function masterStyle(master: Part | null, holder: Element | null): Element | null {
  const type = holder?.getAttribute('type') ?? (holder ? 'body' : '');
  const name = /title/i.test(type) ? 'titleStyle' : /^(body|subTitle|obj)$/.test(type) ? 'bodyStyle' : 'otherStyle';
  return childOf(master?.root, `txStyles/${name}`);
}
