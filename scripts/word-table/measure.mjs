import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { similarity } from '../../server/src/meaning/int8.ts';
import { createWordEmbedder } from '../../server/src/meaning/word-embedder.ts';

/**
 * Measures, on the READMEs of the packages that the program uses, from which nothing was learned, how many of the ten
 * nearest passages remain when only codes are compared, when only some clusters are searched, and both; and what
 * embedding costs.
 */
const packages = join(import.meta.dirname, '../../node_modules');
const { signal } = new AbortController();
const embedder = createWordEmbedder();
const passages = [...readmes(packages)].flatMap((text) => [...passagesOf(text, 120)]);
await embedder.embed(['warm up'], signal);

const before = process.cpuUsage();
const embedded = (await embedder.embed(passages, signal)).filter(Boolean);
const { user } = process.cpuUsage(before);
console.log(`${passages.length} passages, ${Math.round(passages.length / (user / 1e6))} per second of a processor`);
console.log(`memory ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB`);

const questions = embedded.filter((_, index) => index % Math.ceil(embedded.length / 200) === 0);
const codes = embedded.map(({ code }) => bitsOf(code));
const kept = new Map();
const scanned = new Map();
for (const question of questions) {
  const exact = top(embedded, ({ vector }) => similarity(vector, question.vector), 10);
  const bits = bitsOf(question.code);
  const nearest = await embedder.nearestClusters(question.vector, 256);
  const distances = codes.map((code) => differing(code, bits));
  const near = (index) => -distances[index];
  for (const candidates of [200, 500])
    note(
      `${candidates} codes`,
      exact,
      top(embedded, (_, i) => near(i), candidates),
    );
  for (const clusters of [32, 64, 128, 256]) {
    const looked = new Set(nearest.slice(0, clusters));
    const found = embedded.filter(({ cluster }) => looked.has(cluster));
    const name = `${clusters} clusters`;
    scanned.set(name, (scanned.get(name) ?? 0) + found.length / embedded.length / questions.length);
    note(name, exact, found);
    const chosen = embedded.map((one, index) => ({ one, index })).filter(({ one }) => looked.has(one.cluster));
    note(
      `${clusters} clusters, 500 codes`,
      exact,
      top(chosen, ({ index }) => near(index), 500).map(({ one }) => one),
    );
  }
}
for (const [name, share] of kept)
  console.log(`${name}: ${percent(share / questions.length)} of the ten nearest${scan(scanned.get(name))}`);

function note(name, exact, found) {
  const has = new Set(found);
  kept.set(name, (kept.get(name) ?? 0) + exact.filter((one) => has.has(one)).length / exact.length);
}

function scan(share) {
  return share === undefined ? '' : `, ${percent(share)} of all passages looked at`;
}

function percent(share) {
  return `${(100 * share).toFixed(1)}%`;
}

function top(list, score, count) {
  return list
    .map((one, index) => ({ one, score: score(one, index) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, count)
    .map(({ one }) => one);
}

function bitsOf(code) {
  return Uint32Array.from({ length: 8 }, (_, i) => Number.parseInt(code.slice(1 + 8 * i, 9 + 8 * i), 16));
}

function differing(a, b) {
  let count = 0;
  for (let i = 0; i < 8; i += 1) for (let bits = a[i] ^ b[i]; bits !== 0; bits &= bits - 1) count += 1;
  return count;
}

function* readmes(folder, depth = 0) {
  if (depth > 4) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* readmes(path, depth + 1);
    else if (/^readme.*\.md$/i.test(entry.name)) yield readFileSync(path, 'utf8').replace(/```[\s\S]*?```/g, ' ');
  }
}

function* passagesOf(text, size) {
  const words = text.split(/\s+/).filter(Boolean);
  for (let at = 0; at + size / 2 < words.length; at += size) yield words.slice(at, at + size).join(' ');
}
