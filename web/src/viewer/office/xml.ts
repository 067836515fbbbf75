import { Problem } from '../problem.ts';
import { type Files, textOf } from './unpack.ts';

/** A part of an office file as a tree, or null where there is no such part. */
export function parseXml(files: Files, name: string): Document | null {
  const text = textOf(files, name);
  if (text === null) return null;
  // Office files have no document type; one with a document type may define malicious entities.
  if (/<!DOCTYPE/i.test(text)) throw new Problem(`This file is damaged: ${name} defines a document type.`);
  const tree = new DOMParser().parseFromString(text, 'application/xml');
  if (tree.getElementsByTagName('parsererror').length > 0) {
    throw new Problem(`This file is damaged: ${name} can’t be read.`);
  }
  return tree;
}

/** The children of this name, in any namespace. */
export function childrenOf(parent: Element | null | undefined, name: string): Element[] {
  return [...(parent?.children ?? [])].filter(({ localName }) => localName === name);
}

/** Follows a path of children, such as 'spPr/xfrm/off'. */
export function childOf(parent: Element | null | undefined, path: string): Element | null {
  let at = parent ?? null;
  for (const name of path.split('/'))
    at = [...(at?.children ?? [])].find(({ localName }) => localName === name) ?? null;
  return at;
}

export function numberOf(element: Element | null, name: string): number | null {
  const value = Number.parseFloat(element?.getAttribute(name) ?? '');
  return Number.isFinite(value) ? value : null;
}
