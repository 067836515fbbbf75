import { ConnectorError } from '../kit/errors.ts';
import type { Cursor, RemoteId } from '../kit/session.ts';

/** How far the feeds of an account have been read. */
export interface FeedCursor {
  mine: string;
  /** By shared drive. */
  drives: Readonly<Record<string, string>>;
  /** What is selected; null for everything, or where it is too much to note. */
  roots: readonly RemoteId[] | null;
}

/** Shared drives need most of a cursor. */
const maxForRoots = 1000;

/** The place in the account's own feed alone, where that says it all. */
export function formatCursor({ mine, drives, roots }: FeedCursor): Cursor {
  const noted = roots !== null && JSON.stringify(roots).length <= maxForRoots ? { roots } : {};
  if (Object.keys(drives).length === 0 && !('roots' in noted)) return mine as Cursor;
  return JSON.stringify({ mine, drives, ...noted }) as Cursor;
}

export function parseCursor(cursor: Cursor): FeedCursor {
  if (!cursor.startsWith('{')) return { mine: cursor, drives: {}, roots: null };
  try {
    const { mine, drives, roots } = JSON.parse(cursor) as Omit<FeedCursor, 'roots'> & { roots?: FeedCursor['roots'] };
    return { mine, drives, roots: roots ?? null };
  } catch (cause) {
    throw new ConnectorError('cursor_expired', 'Not a place in the changes of Google Drive', { cause });
  }
}
