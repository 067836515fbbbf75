import type { NameRules } from './names.ts';
import { lengthOf, shorten } from './shorten-name.ts';

export interface MappedName {
  name: string;
  changed: boolean;
  /** False only for a name that had to be shortened, which `unmapName` can’t restore. */
  reversible: boolean;
}

/** Escapes a character that must not be mapped back. Rare in names, and legal everywhere. */
const quote = '‛';

/**
 * A name that the source accepts. A refused character becomes its full-width look-alike. A look-alike that is already in
 * the name is escaped, so that `unmapName` can distinguish the two. Legal names without look-alikes stay unchanged.
 */
export function mapName(name: string, rules: NameRules): MappedName {
  const { isRefused, original } = compile(rules);
  let mapped = '';
  const characters = [...name];
  for (const [at, character] of characters.entries()) {
    const isEdge =
      (at === 0 && rules.leading.includes(character)) ||
      (at === characters.length - 1 && rules.trailing.includes(character));
    if (isEdge || isRefused(character)) mapped += substitute(character);
    else if (character === quote || original.has(character)) mapped += quote + character;
    else mapped += character;
  }
  for (const sequence of rules.within ?? [])
    for (let at = find(mapped, sequence); at >= 0; at = find(mapped, sequence))
      mapped = mapped.slice(0, at + 1) + quote + mapped.slice(at + 1);
  if (mapped === '' || rules.reserved.includes(mapped.toLowerCase())) mapped = quote + mapped;
  const fits = lengthOf(mapped, rules) <= rules.maxLength.max;
  if (!fits) mapped = shorten(mapped, name, rules);
  return { name: mapped, changed: mapped !== name, reversible: fits };
}

/** The name that `mapName` was given, where it was reversible. */
export function unmapName(mapped: string, rules: NameRules): string {
  const { original } = compile(rules);
  let name = '';
  const characters = [...mapped];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at]!;
    if (character !== quote) name += original.get(character) ?? character;
    else if (characters[at + 1] === '+') {
      const end = characters.indexOf(quote, at + 2);
      const code = Number.parseInt(characters.slice(at + 2, end < 0 ? undefined : end).join(''), 16);
      // `mapName` didn’t write it, so it stays unchanged.
      if (end < 0 || !(code <= 0x10ffff)) name += character;
      else {
        name += String.fromCodePoint(code);
        at = end;
      }
    } else name += characters[++at] ?? '';
  }
  return name;
}

/** Ignores case for ASCII only, since other letters may change their length with their case. */
const find = (text: string, lowerCase: string) =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).indexOf(lowerCase);

/** Full width for printable ASCII, a control picture for control characters, otherwise the code point. */
function substitute(character: string): string {
  const code = character.codePointAt(0)!;
  if (code <= 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '␡';
  if (code < 0x7f) return String.fromCharCode(code + 0xfee0);
  return `${quote}+${code.toString(16)}${quote}`;
}

interface Compiled {
  isRefused(character: string): boolean;
  /** By look-alike; only the look-alikes that these rules produce. */
  original: ReadonlyMap<string, string>;
}
const compiled = new WeakMap<NameRules, Compiled>();

function compile(rules: NameRules): Compiled {
  const known = compiled.get(rules);
  if (known) return known;
  const forbidden = new RegExp(rules.forbidden, 'u');
  // Half of a surrogate pair has no UTF-8 encoding, which every source uses.
  const isRefused = (character: string) => forbidden.test(character) || !character.isWellFormed();
  const original = new Map<string, string>();
  for (let code = 0; code < 0x80; code++) {
    const character = String.fromCharCode(code);
    if (isRefused(character) || rules.leading.includes(character) || rules.trailing.includes(character))
      original.set(substitute(character), character);
  }
  const made = { isRefused, original };
  compiled.set(rules, made);
  return made;
}
