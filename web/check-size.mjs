// Prints how much script /login loads, gzipped, and fails above the budget. Run after `vite build`.
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

const BUDGET_KB = 180;
const entries = ['index.html', 'src/app/routes/sign-in/login.tsx'];

const dist = new URL('dist/', import.meta.url);
const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', dist), 'utf8'));

const files = new Set(['early.js']);
function walk(key) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`${key} is not in the manifest: was its file renamed?`);
  if (files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) walk(imported);
}
for (const entry of entries) walk(entry);

let total = 0;
for (const file of files) {
  const size = gzipSync(await readFile(new URL(file, dist))).length;
  total += size;
  console.log(`${(size / 1000).toFixed(1).padStart(7)} kB  ${file}`);
}
console.log(`${(total / 1000).toFixed(1).padStart(7)} kB  script of /login, gzipped (at most ${BUDGET_KB} kB)`);
if (total > BUDGET_KB * 1000) process.exit(1);
