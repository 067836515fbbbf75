import { walkXml } from './walk-xml.ts';

/** What is there a second time for older programs, and what was moved elsewhere. */
const repeated = new Set(['Fallback', 'moveFrom']);
const asSign: Readonly<Record<string, string>> = { tab: '\t', br: '\n', cr: '\n', noBreakHyphen: '-' };

/** The text of a part of a Word or PowerPoint file, a line for each paragraph. Both name text and paragraphs alike. */
export function officeText(part: Uint8Array): string {
  let text = '';
  let inText = false;
  let skipped = 0;
  walkXml(part, {
    open(name) {
      if (repeated.has(name)) skipped += 1;
      inText = name === 't';
      if (skipped === 0) text += asSign[name] ?? '';
    },
    close(name) {
      if (repeated.has(name)) skipped -= 1;
      inText = false;
      if (name === 'p') text += '\n';
    },
    text(piece) {
      if (inText && skipped === 0) text += piece;
    },
  });
  return text;
}
