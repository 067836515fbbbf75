import type { RemoteItem } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';

/** An index can hold any text up to this length. Beyond it, this depends on how well the text compresses. */
const surelyHeld = 2_600;
/** The most bytes of a character. */
const maxBytes = 4;
const tooLongForIndex = '54000';

const isLongText = (text: string): boolean =>
  text.length > surelyHeld / maxBytes && Buffer.byteLength(text) > surelyHeld;

/** Whether an id may be too long for an index, as paths in deep folders are. */
export const isLong = ({ id, path }: RemoteItem): boolean => isLongText(id) || isLongText(path ?? '');

/** Writes a single item; returns false and writes nothing if it can't be stored. */
export async function storedOrRefused(tx: Executor, write: () => Promise<void>): Promise<boolean> {
  await sql`savepoint before_long`.execute(tx);
  try {
    await write();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== tooLongForIndex) throw error;
    await sql`rollback to savepoint before_long`.execute(tx);
    return false;
  } finally {
    await sql`release savepoint before_long`.execute(tx);
  }
}
