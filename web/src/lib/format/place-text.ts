import type { PassagePlace } from '@sheaf/contract';

/** Where in its document a passage is, in words; undefined if there is nothing to show. */
export function placeText({ kind, value, row }: PassagePlace): string | undefined {
  switch (kind) {
    case 'page':
      return value ? `Page ${value}` : undefined;
    case 'slide':
      return value ? `Slide ${value}` : undefined;
    case 'sheet': {
      const sheet = value ? `Sheet “${value}”` : undefined;
      return (
        [sheet, row === null ? undefined : sheet ? `row ${row}` : `Row ${row}`].filter(Boolean).join(', ') || undefined
      );
    }
    case 'message':
      return 'Message';
    case 'text':
      // The line is that of the whole passage, not of the match.
      return undefined;
  }
}
