import { limits } from '@sheaf/contract';

/** The search parameters of the page. */
export interface ChatSearch {
  /** The conversation; left out: a new one. */
  thread?: string;
  /** The document whose preview is open. */
  preview?: string;
  /** The documents a new conversation is about: ids, separated by commas. */
  documents?: string;
}

const idPattern = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const idIn = (value: unknown) => (typeof value === 'string' && idPattern.test(value) ? value : undefined);

/** Drops invalid values, so that an old link still opens the page. */
export function chatSearch(given: Partial<Record<keyof ChatSearch, unknown>>): ChatSearch {
  const ids = typeof given.documents === 'string' ? idsIn(given.documents) : [];
  const search = {
    thread: idIn(given.thread),
    preview: idIn(given.preview),
    documents: ids.length > 0 ? ids.join(',') : undefined,
  };
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

export const idsIn = (documents: string | undefined): string[] =>
  [...new Set(documents?.split(',').filter((id) => idPattern.test(id)))].slice(0, limits.scopeIds);
