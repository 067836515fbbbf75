import { createHash } from 'node:crypto';
import type { NameRules } from './names.ts';

/** Characters are counted as UTF-16 units, like the strictest of sources do. */
export const lengthOf = (name: string, { maxLength }: NameRules): number =>
  maxLength.unit === 'bytes' ? Buffer.byteLength(name) : name.length;

/** Shortens a legal name and keeps its extension; part of the original's hash keeps different names different. */
export function shorten(name: string, original: string, rules: NameRules): string {
  return withSuffix(name, `~${createHash('sha256').update(original).digest('hex').slice(0, 8)}`, rules);
}

/** Inserts a suffix before the extension, and cuts the name between code points so that the result fits. */
export function withSuffix(name: string, suffix: string, rules: NameRules): string {
  const { stem, extension } = splitName(name);
  const room = rules.maxLength.max - lengthOf(suffix + extension, rules);
  let kept = '';
  let used = 0;
  for (const character of stem) {
    used += lengthOf(character, rules);
    if (used > room) break;
    kept += character;
  }
  return kept + suffix + extension;
}

/** An extension has at most 16 characters and something before it; otherwise it is part of the name. */
function splitName(name: string): { stem: string; extension: string } {
  const extension = /(?<=.)\.[^.\s]{1,16}$/su.exec(name)?.[0] ?? '';
  return { stem: name.slice(0, name.length - extension.length), extension };
}
