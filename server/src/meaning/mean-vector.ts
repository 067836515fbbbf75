import { toInt8 } from './int8.ts';
import { wordPieces } from './word-pieces.ts';
import { type WordTable, width } from './word-table.ts';

/** The mean of the text's words; null if none is known. */
export function meanVector(text: string, table: WordTable): Int8Array | null {
  const pieces = wordPieces(text, table);
  if (pieces.length === 0) return null;
  const { vectors, scales } = table;
  const sum = new Float64Array(width);
  for (const row of pieces) {
    const scale = scales[row]!;
    const start = row * width;
    for (let i = 0; i < width; i += 1) sum[i]! += scale * vectors[start + i]!;
  }
  return toInt8(sum);
}
