import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import type { Evidence, Quote } from './evidence.ts';

/** A table of a workbook: the names of its columns, and its rows with the text of each in its passage. */
export interface SheetTable {
  head: string[];
  rows: { cells: string[]; quote: Quote }[];
}

const maxPassages = 100;

const cellsOf = (line: string): string[] => line.split('|').map((cell) => cell.trim());

/**
 * Reads the whole table of the sheet that a passage is from, starting at the first row that looks like names of
 * columns.
 */
export async function sheetTable(db: Executor, organizationId: string, evidence: Evidence): Promise<SheetTable | null> {
  const { rows } = await sql<{ number: number; body: string }>`select number, body from passages
    where organization_id = ${organizationId} and sha256 = ${evidence.sha256} order by number limit ${maxPassages}`.execute(
    db,
  );
  const sheet = evidence.placeAt(0);
  let head: string[] | null = null;
  const found: SheetTable['rows'] = [];
  for (const { number, body } of rows)
    for (const line of body.matchAll(/[^\n]+/g)) {
      const cells = cellsOf(line[0]);
      const isHead = cells.length >= 3 && cells.every((cell) => cell !== '' && !/\d/.test(cell));
      if (isHead) {
        // A second table starts here, so the passage decides which one is meant.
        if (head && found.some(({ quote }) => quote.evidence.number >= evidence.number)) return { head, rows: found };
        [head, found.length] = [cells, 0];
      } else if (head && cells.length >= 2) {
        const at = { ...evidence, number, body };
        found.push({ cells, quote: { evidence: at, start: line.index, text: line[0] } });
      }
    }
  return head && found.length > 0 && sheet.kind !== 'page' ? { head, rows: found } : null;
}
