import { z } from 'zod';
import type { Cursor } from '../../kit/session.ts';
import { expired } from '../account.ts';

const schema = z.object({
  /** UIDVALIDITY. */
  validity: z.string(),
  /** Messages below this UID are known, apart from those of `below`. */
  next: z.int().positive(),
  /** How many of them there were. */
  count: z.int().nonnegative(),
  /** HIGHESTMODSEQ up to which their marks are known; null where there is none. */
  modseq: z.string().nullable(),
  /** In place of `modseq`: what the marks were, in short. */
  digests: z.object({ width: z.int().positive(), values: z.record(z.string(), z.string()) }).optional(),
  /** While a mailbox is read for the first time: messages below this UID are still to be read. */
  below: z.int().nonnegative().optional(),
});

/** A place in a mailbox. */
export type MailboxCursor = z.infer<typeof schema>;

export const cursorOf = (position: MailboxCursor): Cursor => JSON.stringify(position) as Cursor;

export function parseCursor(cursor: Cursor): MailboxCursor {
  try {
    return schema.parse(JSON.parse(cursor));
  } catch {
    throw expired();
  }
}
