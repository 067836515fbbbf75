import { Problem } from '../../problem.ts';
import type { Files } from '../unpack.ts';
import { childrenOf, parseXml } from '../xml.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A part of a presentation with the parts it points to. */
export interface Part {
  root: Element;
  /** The names of parts, by id. */
  links: Map<string, string>;
  /** The names of parts, by the last word of their type, such as slideLayout. */
  kinds: Map<string, string>;
}

export function readPart(files: Files, name: string): Part | null {
  const root = parseXml(files, name)?.documentElement;
  if (!root) return null;
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  const relations = parseXml(files, `${folder}_rels/${name.slice(folder.length)}.rels`)?.documentElement;
  const links = new Map<string, string>();
  const kinds = new Map<string, string>();
  for (const link of childrenOf(relations, 'Relationship')) {
    const target = link.getAttribute('Target') ?? '';
    const to = link.getAttribute('TargetMode') === 'External' ? target : resolve(folder, target);
    links.set(link.getAttribute('Id') ?? '', to);
    kinds.set((link.getAttribute('Type') ?? '').split('/').at(-1)!, to);
  }
  return { root, links, kinds };
}

export const linkId = (element: Element | null, name = 'id'): string => element?.getAttributeNS(OFFICE, name) ?? '';

function resolve(folder: string, target: string): string {
  return new URL(target, `file:///${folder}`).pathname.slice(1);
}

export interface Presentation {
  width: number;
  height: number;
  slides: string[];
}

export function readPresentation(files: Files): Presentation {
  const part = readPart(files, 'ppt/presentation.xml');
  if (!part) throw new Problem('This file is damaged: it isn’t a presentation.');
  const size = childrenOf(part.root, 'sldSz')[0];
  const list = childrenOf(childrenOf(part.root, 'sldIdLst')[0], 'sldId');
  const measure = (name: string, usual: number) => {
    const value = Number(size?.getAttribute(name));
    return value > 0 && value < 60_000_000 ? value : usual;
  };
  return {
    width: measure('cx', 12_192_000),
    height: measure('cy', 6_858_000),
    slides: list.flatMap((slide) => part.links.get(linkId(slide)) ?? []),
  };
}
