import { hash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ConnectorError } from '../kit/errors.ts';
import type { Cursor, RemoteId } from '../kit/session.ts';
import type { Ref } from './graph.ts';

/** A drive in a feed, and the link to its next changes; without one it is listed completely first. */
export interface Followed {
  id: string;
  rootId: string;
  /** Null for the person's own drive. */
  name: string | null;
  link: string | null;
}

/** Another person’s folder, without a feed: a shortcut in the own drive, or a selected folder. */
export interface SharedFolder {
  id: RemoteId;
  /** The target of a shortcut. */
  target?: Ref;
  walkedAt: number;
  /** The position where its walk was interrupted. */
  at?: string;
}

/** A position in the feeds of all drives of an account. */
export interface FeedCursor {
  /** Selected folders as short keys, since a cursor must stay small; null where everything is in scope. */
  roots: readonly string[] | null;
  drives: Followed[];
  /** When the sites were last checked. */
  checkedAt: number;
  shared?: SharedFolder[];
  /** Whether the shortcuts in scope are among `shared`. */
  isSharedKnown?: boolean;
  /** When everything was last listed. */
  startedAt?: number;
}

/** The maximum size of an unpacked cursor. */
const MAX_BYTES = 1024 * 1024;

export const keyOf = (id: RemoteId): string => hash('sha256', id, 'buffer').subarray(0, 9).toString('base64url');

/** Links are long and similar, so they are stored without Graph’s address, and compressed. */
export function cursorOf(position: FeedCursor, graph: string): Cursor {
  const drives = position.drives.map((drive) => ({
    ...drive,
    link: drive.link?.startsWith(graph) ? drive.link.slice(graph.length) : drive.link,
  }));
  return deflateRawSync(JSON.stringify({ ...position, drives })).toString('base64url') as Cursor;
}

export function parseCursor(cursor: Cursor, graph: string): FeedCursor {
  try {
    const text = inflateRawSync(Buffer.from(cursor, 'base64url'), { maxOutputLength: MAX_BYTES }).toString();
    const position = JSON.parse(text) as FeedCursor;
    const drives = position.drives.map((drive) => ({
      ...drive,
      link: drive.link?.startsWith('/') ? `${graph}${drive.link}` : drive.link,
    }));
    return { ...position, drives };
  } catch (cause) {
    throw new ConnectorError('cursor_expired', 'Not a cursor of this connector', { cause });
  }
}
