import { describe, expect, it } from 'vitest';
import { jsonLimits, withinJsonLimits } from './json-body.ts';

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
const keys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1])));

describe('the JSON check', () => {
  it.each([
    '',
    'null',
    '{"name": "a"}',
    '{"text": "quotes \\" and : , [ { are text \\\\"}',
    '{"broken": ',
    '"unclosed',
    '"ends in a backslash \\',
    nested(jsonLimits.depth, '[', ']'),
    keys(jsonLimits.keys),
    JSON.stringify({ text: '[{:,'.repeat(50_000) }),
  ])('accepts %.40s', (text) => {
    expect(withinJsonLimits(text)).toBe(true);
  });

  it('accepts more from a call that takes more: a thousand folders', () => {
    const folders = JSON.stringify(Array.from({ length: 1000 }, () => ({ id: 'x', name: 'y' })));
    expect([withinJsonLimits(folders), withinJsonLimits(folders, jsonLimits.keysOfLarge)]).toEqual([false, true]);
  });

  it.each([
    nested(jsonLimits.depth + 1, '[', ']'),
    nested(jsonLimits.depth + 1, '{"a":', '}'),
    nested(100_000, '[', ''),
    keys(jsonLimits.keys + 1),
    JSON.stringify(Array(jsonLimits.values + 1).fill(0)),
    `[${'[],'.repeat(jsonLimits.values)}0]`,
  ])('rejects %.40s', (text) => {
    expect(withinJsonLimits(text)).toBe(false);
  });
});
