import { z } from 'zod';
import type { Cursor } from '../../kit/session.ts';
import { expired } from '../account.ts';

const schema = z.object({
  /** The mailbox’s UIDVALIDITY. */
  validity: z.string(),
  /** Messages below this UID are known, apart from those of `below`. */
  next: z.int().positive(),
  /** The number of messages below `next`. */
  count: z.int().nonnegative(),
  /** The HIGHESTMODSEQ up to which their marks are known; null if the server has none. */
  modseq: z.string().nullable(),
  /** Digests of the marks, used instead of `modseq`. */
  digests: z.object({ width: z.int().positive(), values: z.record(z.string(), z.string()) }).optional(),
  /** During the first reading of a mailbox, messages below this UID are still to be read. */
  below: z.int().nonnegative().optional(),
});

/** A position in a mailbox. */
export type MailboxCursor = z.infer<typeof schema>;

export const cursorOf = (position: MailboxCursor): Cursor => JSON.stringify(position) as Cursor;

export function parseCursor(cursor: Cursor): MailboxCursor {
  try {
    return schema.parse(JSON.parse(cursor));
  } catch {
    throw expired();
  }
}
