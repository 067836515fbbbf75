import { walkXml } from './walk-xml.ts';

/** Duplicates for older programs, and text that was moved elsewhere. */
const repeated = new Set(['Fallback', 'moveFrom']);
const asSign: Readonly<Record<string, string>> = { tab: '\t', br: '\n', cr: '\n', noBreakHyphen: '-' };

/**
 * The text of a part of a Word or PowerPoint file, a line for each paragraph and table row. Both formats name text,
 * paragraphs and tables alike.
 */
export function officeText(part: Uint8Array): string {
  let text = '';
  let inText = false;
  let skipped = 0;
  /** The open rows, nested: their cells so far, and where the last cell starts. */
  const rows: { cells: string[]; start: number }[] = [];
  walkXml(part, {
    open(name) {
      if (repeated.has(name)) skipped += 1;
      inText = name === 't';
      if (skipped === 0) text += asSign[name] ?? '';
      if (name === 'tr') rows.push({ cells: [], start: text.length });
      if (name === 'tc' && rows.length > 0) rows.at(-1)!.start = text.length;
    },
    close(name) {
      if (repeated.has(name)) skipped -= 1;
      inText = false;
      if (name === 'p') text += '\n';
      const row = rows.at(-1);
      if (!row) return;
      if (name === 'tc') {
        row.cells.push(text.slice(row.start).replace(/\s+/g, ' ').trim());
        text = text.slice(0, row.start);
      }
      if (name !== 'tr') return;
      rows.pop();
      text += `${row.cells.slice(0, row.cells.findLastIndex(Boolean) + 1).join(' | ')}\n`;
    },
    text(piece) {
      if (inText && skipped === 0) text += piece;
    },
  });
  return text;
}
