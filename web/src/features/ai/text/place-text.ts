import type { PassagePlace } from '@sheaf/contract';

/** Where a passage is, in words; empty where the document has no such places. */
export function placeText({ kind, value, row }: PassagePlace): string {
  if (kind === 'message') return 'Message';
  if (value === null) return '';
  if (kind === 'page') return `Page ${value}`;
  if (kind === 'slide') return `Slide ${value}`;
  if (kind === 'sheet') return row === null ? `Sheet ${value}` : `Sheet ${value}, row ${row}`;
  // Lines of text are not numbered in the preview, and the quote is marked there.
  return '';
}
