import { GoogleError } from '../errors.ts';

/** The requested fields: names, each with the fields wanted inside; `*` is everything. */
export type Mask = Map<string, Mask> | '*';

/** The known fields: `true` is a plain value, `any` a map whose names are data. */
export interface Shape {
  readonly [name: string]: true | 'any' | Shape;
}

/** Parses `a,b(c,d)`; unknown fields are refused. */
export function parseMask(text: string, shape: Shape): Mask {
  const tokens = text.match(/[^,()\s]+|[,()]/g) ?? [];
  let at = 0;
  const refuse = (): never => {
    throw new GoogleError('invalidParameter', `Invalid field selection ${tokens[at] ?? text}`, 'fields');
  };
  const inner = (inside: Shape | 'any', name: string): true | 'any' | Shape =>
    inside === 'any' ? 'any' : Object.hasOwn(inside, name) ? inside[name]! : refuse();
  const list = (inside: Shape | 'any'): Mask => {
    const mask = new Map<string, Mask>();
    let all = false;
    for (;;) {
      const name = tokens[at] ?? refuse();
      if (name === '*') {
        at++;
        all = true;
      } else {
        const one = inner(inside, name);
        at++;
        mask.set(name, merge(mask.get(name), below(one)));
      }
      if (tokens[at] !== ',') return all ? '*' : mask;
      at++;
    }
  };
  const below = (inside: true | 'any' | Shape): Mask => {
    if (tokens[at] !== '(') return '*';
    at++;
    if (inside === true) return refuse();
    const mask = list(inside);
    if (tokens[at++] !== ')') refuse();
    return mask;
  };
  const mask = list(shape);
  return at < tokens.length ? refuse() : mask;
}

function merge(one: Mask | undefined, other: Mask): Mask {
  if (one === undefined) return other;
  if (one === '*' || other === '*') return '*';
  const merged = new Map(one);
  for (const [name, mask] of other) merged.set(name, merge(merged.get(name), mask));
  return merged;
}

/** The requested part of a value; for a list, of each entry. */
export function applyMask(value: unknown, mask: Mask): unknown {
  if (mask === '*' || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => applyMask(entry, mask));
  const picked: Record<string, unknown> = {};
  for (const [name, inside] of mask) {
    const inner = (value as Record<string, unknown>)[name];
    if (inner !== undefined) picked[name] = applyMask(inner, inside);
  }
  return picked;
}

/** The mask for one field; undefined if it isn’t requested. */
export function within(mask: Mask, name: string): Mask | undefined {
  return mask === '*' ? '*' : mask.get(name);
}
