import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
const tests = globSync(
  '{server/src,web/src,e2e/src,connectors/src,sandbox/src,contract/src,scripts}/**/*.{test,spec}.{ts,tsx}',
  { cwd: root },
);
const findTest = (name: string) => tests.find((path) => `/${path}`.endsWith(`/${name}`));

it('docs/security.md names files of tests that exist', () => {
  const names = [...page.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !findTest(name))).toEqual([]);
});

it('docs/security.md quotes titles that these files have', () => {
  const quotes = [...page.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)` \(([^)]*“[^)]*)\)/g)].flatMap(([, name, list]) =>
    [...list!.matchAll(/“([^”]+)”/g)].map(([, title]) => ({ name: name!, title: title! })),
  );
  expect(quotes.length).toBeGreaterThan(5);
  const titlesOf = (name: string) =>
    [...readFileSync(join(root, findTest(name)!), 'utf8').matchAll(/\b(?:it|test)\(\s*(['"`])(.*?)\1/g)].map(
      ([, , title]) => title!,
    );
  expect(quotes.filter(({ name, title }) => !titlesOf(name).some((it) => it.includes(title)))).toEqual([]);
});
