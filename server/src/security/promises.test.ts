import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

it('every test that docs/security.md names is there', () => {
  const tests = globSync(
    '{server/src,web/src,e2e/src,connectors/src,sandbox/src,contract/src,scripts}/**/*.{test,spec}.{ts,tsx}',
    { cwd: root },
  );
  const named = [
    ...readFileSync(join(root, 'docs/security.md'), 'utf8').matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g),
  ];
  expect(named.length).toBeGreaterThan(20);
  const missing = named.filter(([, name]) => !tests.some((path) => `/${path}`.endsWith(`/${name}`)));
  expect(missing.map(([, name]) => name)).toEqual([]);
});
