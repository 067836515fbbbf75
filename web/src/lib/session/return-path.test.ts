import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLocalPath } from './return-path.ts';

it.each(['/', '/members', '/labels/1?page=2#top'])('accepts %s', (path) => {
  expect(isLocalPath(path)).toBe(true);
});

const elsewhere = [
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
  '\t//evil.example',
  '/\u0000/evil.example',
  '/a/..//evil.example',
  '/.//evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'members',
  '',
];

it.each(elsewhere)('rejects %j', (path) => {
  expect(isLocalPath(path)).toBe(false);
});

/** The origin to which a browser resolves the path. */
const originOf = (path: string) => URL.parse(path, 'https://sheaf.example/plans/card')?.origin;

it('accepts no path that leads to another origin', () => {
  const pieces = fc.constantFrom(
    '/',
    '\\',
    '\t',
    '\n',
    '\r',
    '.',
    '..',
    '@',
    ':',
    '?',
    '#',
    '%09',
    'evil.example',
    'https:',
  );
  const paths = fc.array(fc.oneof({ weight: 9, arbitrary: pieces }, fc.string({ unit: 'binary' })), { maxLength: 8 });
  fc.assert(
    fc.property(paths, (parts) => {
      const path = `/${parts.join('')}`;
      if (isLocalPath(path)) expect(originOf(path)).toBe('https://sheaf.example');
    }),
    { numRuns: 2_000 },
  );
});
