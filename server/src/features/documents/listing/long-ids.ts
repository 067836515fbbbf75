import type { RemoteItem } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';

/** Up to here an index holds any text; beyond, it depends on how well the text can be compressed. */
const surelyHeld = 2_600;
/** No character takes more bytes. */
const maxBytes = 4;
const tooLongForIndex = '54000';

const isLongText = (text: string): boolean =>
  text.length > surelyHeld / maxBytes && Buffer.byteLength(text) > surelyHeld;

/** Where ids are paths, one in deep folders may be too long to be looked up by. */
export const isLong = ({ id, path }: RemoteItem): boolean => isLongText(id) || isLongText(path ?? '');

/** Writes an item on its own; false where it cannot be stored, and then nothing of it is. */
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
