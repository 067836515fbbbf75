import { csvRows } from '@sheaf/contract/texts';

export interface Rows {
  rows: string[][];
  /** The file has more rows. */
  cut: boolean;
}

export function parseCsv(text: string, maxRows: number, separator?: string): Rows {
  const rows: string[][] = [];
  for (const row of csvRows(text, separator)) {
    if (rows.length === maxRows) return { rows, cut: true };
    rows.push(row);
  }
  return { rows, cut: false };
}
