import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordPieces } from '../../server/src/meaning/word-pieces.ts';
import { indexed, tableVersion, width } from '../../server/src/meaning/word-table.ts';
import { findCentroids, nearestOf } from './centroids.mjs';
import { learn } from './learn.mjs';
import { chooseLessons } from './lessons.mjs';
import { askModel, width as modelWidth } from './model.mjs';
import { meanOf, normalize, principalAxes, project } from './principal-axes.mjs';
import { shuffled } from './random.mjs';
import { synsets, texts } from './sources.mjs';
import { chooseVocabulary } from './vocabulary.mjs';

const target = join(import.meta.dirname, '../../server/src/meaning/table');
const cache = join(import.meta.dirname, '.cache');
const clusterCount = 1_024;
const anchorCount = 256;
/** Words in a passage, as the program splits texts. */
const passageWords = 150;

console.log('Vocabulary');
const entries = chooseVocabulary();
const table = indexed(entries);
const lessons = chooseLessons();

console.log('What the model makes of each entry and of the lessons');
const entryVectors = normalize(await cached('entries', () => askModel(entries)), modelWidth);
const lessonVectors = normalize(await cached('lessons', () => askModel(lessons)), modelWidth);

console.log(`From ${modelWidth} to ${width} numbers`);
const principal = principalAxes(lessonVectors, modelWidth, width);
const goals = normalize(project(lessonVectors, modelWidth, principal), width);
const vectors = project(entryVectors, modelWidth, { mean: meanOf(entryVectors, modelWidth), axes: principal.axes });
weigh(vectors);

console.log('Learning');
const split = lessons.map((text) => wordPieces(text, table));
const useful = [...split.keys()].filter((lesson) => split[lesson].length > 2);
learn(
  vectors,
  width,
  useful.map((lesson) => split[lesson]),
  Float32Array.from(useful.flatMap((lesson) => [...goals.subarray(lesson * width, (lesson + 1) * width)])),
);

console.log('Where texts gather');
const passages = shuffled(
  [...texts()].flatMap((text) => [...passagesOf(text)]),
  3,
).slice(0, 12_000);
const passageVectors = embedAll(passages);
const centroids = findCentroids(passageVectors, width, clusterCount);

console.log('Anchors');
const definitions = [...synsets()].filter(({ words, gloss }) => gloss && /^[a-z ]+$/.test(words[0]));
const anchors = chooseAnchors(definitions.map(({ words, gloss }) => `${words[0]}: ${gloss.split(';')[0]}`));

mkdirSync(target, { recursive: true });
writeFileSync(join(target, 'words.txt'), `${entries.join('\n')}\n`);
writeFileSync(join(target, 'words.bin'), packed());
writeFileSync(join(target, 'anchors.txt'), `${anchors.join('\n')}\n`);

/** Frequent words say little: the rank of an entry approximates its frequency (Zipf). */
function weigh(values) {
  const total = entries.reduce((sum, _, index) => sum + 1 / (index + 1), 0);
  const squares = values.map((value, at) => (value * weight(Math.floor(at / width), total)) ** 2);
  const size = Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / values.length);
  for (let at = 0; at < values.length; at += 1) values[at] *= weight(Math.floor(at / width), total) / size;
}

function weight(row, total) {
  const frequency = 1 / (row + 1) / total;
  return 1e-4 / (1e-4 + frequency);
}

function* passagesOf(text) {
  const words = text.split(/\s+/).filter(Boolean);
  for (let at = 0; at + passageWords / 2 < words.length; at += passageWords)
    yield words.slice(at, at + passageWords).join(' ');
}

function embedAll(list) {
  const result = new Float32Array(list.length * width);
  for (const [index, text] of list.entries())
    for (const row of wordPieces(text, table))
      for (let i = 0; i < width; i += 1) result[index * width + i] += vectors[row * width + i];
  return normalize(result, width);
}

/** The definition in the middle of each of 256 groups. */
function chooseAnchors(list) {
  const some = shuffled(list, 5).slice(0, 8_000);
  const all = embedAll(some);
  const centers = findCentroids(all, width, anchorCount);
  const best = new Map();
  for (const [row, text] of some.entries()) {
    const center = nearestOf(all, row, centers, width);
    let nearness = 0;
    for (let i = 0; i < width; i += 1) nearness += all[row * width + i] * centers[center * width + i];
    if (nearness > (best.get(center)?.nearness ?? -1)) best.set(center, { text, nearness });
  }
  return [...best.values()].map(({ text }) => text);
}

/** The format that `server/src/meaning/word-table.ts` reads. */
function packed() {
  const header = Buffer.alloc(16);
  for (const [place, value] of [tableVersion, entries.length, width, clusterCount].entries())
    header.writeUInt32LE(value, 4 * place);
  const scales = new Float32Array(entries.length);
  const quantized = quantize(vectors, scales);
  return Buffer.concat([header, bytes(scales), bytes(quantized), bytes(quantize(centroids))]);
}

function quantize(values, scales) {
  const result = new Int8Array(values.length);
  for (let start = 0; start < values.length; start += width) {
    const row = values.subarray(start, start + width);
    const largest = row.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
    for (let i = 0; i < width; i += 1) result[start + i] = Math.round((row[i] / largest) * 127);
    if (scales) scales[start / width] = largest / 127;
  }
  return result;
}

function bytes(array) {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}

/** The model takes minutes, so its vectors are cached beside this script until they are deleted. */
async function cached(name, make) {
  const file = join(cache, `${name}.f32`);
  if (existsSync(file)) return new Float32Array(new Uint8Array(readFileSync(file)).buffer);
  const made = await make();
  mkdirSync(cache, { recursive: true });
  writeFileSync(file, bytes(made));
  return made;
}
