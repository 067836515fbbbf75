import type { Document } from '@sheaf/contract';
import type { Match } from '../../query/page.ts';

/** The first document that was found by its meaning alone; the group of these ends the list. */
export const startOfRelated = (
  documents: readonly Document[],
  matches: ReadonlyMap<string, Match> | undefined,
): string | undefined => documents.find(({ id }) => matches?.get(id)?.matched === 'meaning')?.id;
