import { createHash } from 'node:crypto';
import type { RemoteItem } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { keepFailures } from './failures.ts';

/** Up to here an index holds any text; beyond, it depends on how well the text can be compressed. */
const surelyHeld = 2_600;
/** No character takes more bytes. */
const mostBytes = 4;
const tooLongForIndex = '54000';

const isLongText = (text: string): boolean =>
  text.length > surelyHeld / mostBytes && Buffer.byteLength(text) > surelyHeld;

/** Where ids are paths, one in deep folders may be too long to be looked up by. */
export const isLong = ({ id, path }: RemoteItem): boolean => isLongText(id) || isLongText(path ?? '');

/** Writes an item on its own; one that cannot be kept is a failure with its reason, and the others are not touched. */
export async function writeLong(
  tx: Executor,
  state: { id: string; listing: number },
  item: RemoteItem,
  write: () => Promise<void>,
): Promise<void> {
  await sql`savepoint before_long`.execute(tx);
  try {
    await write();
  } catch (error) {
    if ((error as { code?: string }).code !== tooLongForIndex) throw error;
    await sql`rollback to savepoint before_long`.execute(tx);
    const remoteId = `sha256:${createHash('sha256').update(item.id).digest('hex')}`;
    const problem = { code: 'forbidden', message: 'Its path is too long to be kept here.' } as const;
    await keepFailures(tx, state.id, [{ remoteId, name: item.name, error: problem }], state.listing);
  }
  await sql`release savepoint before_long`.execute(tx);
}
