import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distinctNames } from './distinct-names.ts';
import { mapName, unmapName } from './map-name.ts';
import { anything, boxLike, dropboxLike, type NameRules, posix, windowsLike } from './names.ts';

const sets = { anything, dropboxLike, windowsLike, boxLike, posix };

/** A straightforward implementation of the rules. */
function problem(name: string, rules: NameRules): string | null {
  const lower = name.toLowerCase();
  if (name === '') return 'empty';
  if (new RegExp(rules.forbidden, 'u').test(name)) return 'forbidden character';
  if (!name.isWellFormed()) return 'half a surrogate pair';
  if (rules.reserved.includes(lower)) return 'reserved';
  if (rules.within?.some((sequence) => lower.includes(sequence))) return 'sequence';
  if (rules.trailing.includes(name.at(-1)!)) return 'trailing';
  if (rules.leading.includes(name[0]!)) return 'leading';
  const length = rules.maxLength.unit === 'bytes' ? Buffer.byteLength(name) : name.length;
  return length > rules.maxLength.max ? 'too long' : null;
}

const parts = [
  ...'/\\:*". ~$\0\n\x7f\u2028\u{1f600}éİ',
  ...'／＼：．␠␀‛+x',
  '\ud83d',
  '2028',
  'CON',
  'ＣＯＮ',
  '_VTI_',
  'thumbs.db',
  '.dropbox',
  'Icon\r',
];
const tricky = fc.constantFrom(...parts);
const anyName = fc.oneof(
  fc.array(tricky, { maxLength: 12 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.array(fc.nat(0xffff), { maxLength: 20 }).map((codes) => String.fromCharCode(...codes)),
  fc
    .tuple(fc.string({ unit: 'grapheme', minLength: 200, maxLength: 400 }), fc.constantFrom('', '.txt', '. '))
    .map((x) => x.join('')),
);

describe.each(Object.entries(sets))('%s', (_, rules) => {
  test('maps any name to a legal one, and restores it unless it was shortened', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const mapped = mapName(name, rules);
        expect(problem(mapped.name, rules)).toBeNull();
        expect(mapped.changed).toBe(mapped.name !== name);
        if (mapped.reversible) expect(unmapName(mapped.name, rules)).toBe(name);
      }),
      { numRuns: 400 },
    );
  });

  test('leaves legal names without a look-alike unchanged', () => {
    for (const name of [
      'report.pdf',
      'Ärger 2024 (final).docx',
      '.hidden',
      '日本語（１）.txt',
      'a b',
      '\u{1f600}',
      '+1',
    ])
      expect(mapName(name, rules)).toEqual({ name, changed: false, reversible: true });
  });

  test('unmaps any text', () => {
    fc.assert(fc.property(anyName, (name) => void unmapName(name, rules)));
    for (const odd of ['‛', '‛+', '‛+zz‛', '‛+ffffffff‛', 'a‛']) unmapName(odd, rules);
  });
});

test.each([
  ['a/b:c?', windowsLike, 'a／b：c？'],
  ['a／b', windowsLike, 'a‛／b'],
  ['a／b', anything, 'a／b'],
  ['a：b', dropboxLike, 'a：b'],
  ['a/b', anything, 'a/b'],
  ['CON', windowsLike, '‛CON'],
  ['con.txt', windowsLike, 'con.txt'],
  ['Thumbs.DB', dropboxLike, '‛Thumbs.DB'],
  ['..', posix, '‛..'],
  ['..', windowsLike, '.．'],
  ['name. ', windowsLike, 'name.␠'],
  ['~$doc', windowsLike, '～$doc'],
  ['x_VTI_y', windowsLike, 'x_‛VTI_y'],
  ['tab\there', boxLike, 'tab␉here'],
  ['line\u2028', boxLike, 'line‛+2028‛'],
  ['', posix, '‛'],
] as const)('%j is written %j', (name, rules, expected) => {
  expect(mapName(name, rules).name).toBe(expected);
  expect(unmapName(expected, rules)).toBe(name);
});

test('shortens a long name, keeping its extension, distinct and never cut inside a character', () => {
  const long = (end: string) => mapName(`${'é😀'.repeat(100)}${end}.tar.gz`, posix);
  const [one, two] = [long('1'), long('2')];
  expect(one).toMatchObject({ changed: true, reversible: false });
  expect(one.name).toMatch(/^(é😀)+é?~[0-9a-f]{8}\.gz$/u);
  expect(one.name).not.toBe(two.name);
  expect(one.name).toBe(long('1').name);
  expect(Buffer.byteLength(one.name)).toBeGreaterThan(245);
});

test('numbers siblings that are the same to the source', () => {
  expect(distinctNames(['a.txt', 'A.TXT', 'b', 'a (2).txt', 'a.txt'], dropboxLike)).toEqual([
    'a.txt',
    'A (3).TXT',
    'b',
    'a (2).txt',
    'a (4).txt',
  ]);
  expect(distinctNames(['a.txt', 'A.TXT'], posix)).toEqual(['a.txt', 'A.TXT']);
  // These are composed and decomposed forms.
  expect(distinctNames(['\u00e9', 'e\u0301'], posix)).toEqual(['\u00e9', 'e\u0301 (2)']);
});

test('adds numbers that never clash and fit', () => {
  const names = fc.array(fc.constantFrom('a', 'A', 'a (2)', 'a (3)', 'b.c', 'B.c', 'x'.repeat(255)), { maxLength: 12 });
  fc.assert(
    fc.property(names, (siblings) => {
      const distinct = distinctNames(siblings, dropboxLike);
      expect(new Set(distinct.map((name) => name.toLowerCase())).size).toBe(siblings.length);
      for (const name of distinct) expect(problem(name, dropboxLike)).toBeNull();
    }),
  );
});
