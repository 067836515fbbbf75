import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root });
const files = globSync('**/*.{ts,tsx,mjs,sql}', { cwd: root, exclude: ['**/node_modules', '**/dist'] });
/** Names that show a pattern. */
const examples = ['0031_new_name.sql'];

it.each(pages)('%s names source files that exist', (page) => {
  const names = readFileSync(join(root, page), 'utf8').matchAll(/(?<![\w*./@-])[\w@][\w./@-]*\.(?:tsx?|mjs|sql)\b/g);
  const missing = [...names]
    .map(([name]) => name)
    .filter((name) => !files.some((path) => `/${path}`.endsWith(`/${name}`)));
  expect(missing.filter((name) => !examples.includes(name))).toEqual([]);
});
