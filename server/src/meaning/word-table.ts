import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The number of dimensions of a text's meaning. */
export const width = 256;

/**
 * The meanings of 31,000 English words and word pieces, and the centers of clusters of texts. `scripts/word-table`
 * makes it; its README describes the files.
 */
export interface WordTable {
  /** Rows by spelling; pieces that continue a word start with `##`. */
  rows: ReadonlyMap<string, number>;
  /** Characters of the longest entry. */
  maxEntryLength: number;
  /** `width` numbers per row, to be multiplied by the row's scale. */
  vectors: Int8Array;
  scales: Float32Array;
  /** `width` numbers per centroid. */
  centroids: Int8Array;
}

const headerBytes = 16;

/** Must be raised whenever the files change, because vectors of different tables can't be compared. */
export const tableVersion = 1;

/** 8 MB, read when first needed, once per process. */
export function wordTable(): Promise<WordTable> {
  loaded ??= load();
  return loaded;
}

let loaded: Promise<WordTable> | undefined;

async function load(): Promise<WordTable> {
  const folder = join(import.meta.dirname, 'table');
  const [words, file] = await Promise.all([
    readFile(join(folder, 'words.txt'), 'utf8'),
    readFile(join(folder, 'words.bin')),
  ]);
  const entries = words.trimEnd().split('\n');
  return { ...parseTable(file, entries.length), ...indexed(entries) };
}

export function indexed(entries: readonly string[]): Pick<WordTable, 'rows' | 'maxEntryLength'> {
  return {
    rows: new Map(entries.map((entry, row) => [entry, row])),
    maxEntryLength: Math.max(...entries.map((entry) => entry.replace('##', '').length)),
  };
}

/** Header: version, rows, width and centroids, 4 bytes each; then scales, vectors, centroids. Little-endian. */
function parseTable(file: Buffer, entries: number): Omit<WordTable, 'rows' | 'maxEntryLength'> {
  const [version, rows, columns, lists] = [0, 4, 8, 12].map((at) => file.readUInt32LE(at)) as [number, ...number[]];
  const size = headerBytes + 4 * rows! + width * (rows! + lists!);
  if (version !== tableVersion || rows !== entries || columns !== width || file.length !== size)
    throw new Error('The word table is damaged: its files do not belong together.');
  const { buffer, byteOffset } = file;
  const scalesAt = byteOffset + headerBytes;
  const vectorsAt = scalesAt + 4 * rows;
  return {
    scales: new Float32Array(buffer, scalesAt, rows),
    vectors: new Int8Array(buffer, vectorsAt, rows * width),
    centroids: new Int8Array(buffer, vectorsAt + rows * width, lists! * width),
  };
}
