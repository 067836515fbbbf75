import type { PassagePlace } from '@sheaf/contract';

/** Where in a document a text stands; null where its format has no places that people know. */
export function placeText({ kind, value, row }: PassagePlace): string | null {
  if (kind === 'sheet') return row === null ? `sheet “${value}”` : `sheet “${value}”, row ${row}`;
  if (kind === 'message') return 'a message';
  if (kind === 'text') return row !== null ? `row ${row}` : value && `line ${value}`;
  return value && `${kind} ${value}`;
}
