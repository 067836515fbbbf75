import { csvRows } from '@sheaf/contract/texts';
import type { Piece } from './piece.ts';

export function* readCsv(text: string): Generator<Piece> {
  let row = 0;
  for (const fields of csvRows(text)) {
    row += 1;
    yield { place: { row }, text: rowOf(fields.map((field) => field.trim())) };
  }
}

/** Empty fields keep the following ones in their columns; trailing ones are dropped. */
const rowOf = (fields: readonly string[]): string => fields.slice(0, fields.findLastIndex(Boolean) + 1).join(' | ');
