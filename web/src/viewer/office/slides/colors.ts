import { childOf, childrenOf, numberOf } from '../xml.ts';
import type { Part } from './package.ts';

export type Theme = ReadonlyMap<string, string>;

/** The names slides use for the colors of their theme. */
const aliases: Record<string, string> = { tx1: 'dk1', tx2: 'dk2', bg1: 'lt1', bg2: 'lt2' };

export function readTheme(part: Part | null): Theme {
  const scheme = childOf(part?.root, 'themeElements/clrScheme');
  return new Map(
    [...(scheme?.children ?? [])].flatMap((entry) => {
      const color = entry.firstElementChild;
      const value = color?.getAttribute('lastClr') ?? color?.getAttribute('val');
      return value && /^[0-9a-f]{6}$/i.test(value) ? [[entry.localName, value] as const] : [];
    }),
  );
}

/** The CSS color of a solid fill inside; null for no fill or another kind. */
export function fillOf(parent: Element | null, theme: Theme): string | null {
  const solid = childOf(parent, 'solidFill');
  const color = solid?.firstElementChild;
  if (color) return colorOf(color, theme);
  const stop = childOf(parent, 'gradFill/gsLst/gs')?.firstElementChild;
  return stop ? colorOf(stop, theme) : null;
}

function colorOf(color: Element, theme: Theme): string | null {
  const name = color.getAttribute('val') ?? '';
  const hex =
    color.localName === 'srgbClr'
      ? name
      : color.localName === 'sysClr'
        ? color.getAttribute('lastClr')
        : theme.get(aliases[name] ?? name);
  if (!hex || !/^[0-9a-f]{6}$/i.test(hex)) return null;
  let channels = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const percent = (change: string) => {
    const value = numberOf(childrenOf(color, change)[0] ?? null, 'val');
    return value === null ? null : value / 100_000;
  };
  const darker = percent('shade') ?? percent('lumMod');
  if (darker !== null) channels = channels.map((value) => value * darker);
  const lighter = percent('lumOff');
  if (lighter !== null) channels = channels.map((value) => value + 255 * lighter);
  const tint = percent('tint');
  if (tint !== null) channels = channels.map((value) => 255 - (255 - value) * tint);
  const whole = channels.map((value) => Math.round(Math.min(255, Math.max(0, value))));
  return `rgb(${whole.join(' ')} / ${percent('alpha') ?? 1})`;
}
