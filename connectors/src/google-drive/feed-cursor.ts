import { ConnectorError } from '../kit/errors.ts';
import type { Cursor, RemoteId } from '../kit/session.ts';

/** The positions up to which the feeds of an account have been read. */
export interface FeedCursor {
  mine: string;
  /** Positions by the id of the shared drive. */
  drives: Readonly<Record<string, string>>;
  /** The selected folders; null for everything, or if they are too many to record. */
  roots: readonly RemoteId[] | null;
}

/** Shared drives need most of a cursor’s space. */
const maxForRoots = 1000;

/** The cursor is the plain position in the account’s own feed if there is nothing else to record. */
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
