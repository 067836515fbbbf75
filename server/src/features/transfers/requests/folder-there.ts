import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { AppError } from '../../../errors.ts';
import { isProvisional } from '../../catalog/index.ts';

/** A folder that is listed here, as transfers name it: in My files by its document, elsewhere by the app's own id. */
export async function folderThere(db: Executor, folderId: string, isHere: boolean): Promise<string> {
  if (isHere) return folderId;
  const { rows } = await sql<{ remote_id: string }>`select remote_id from documents where id = ${folderId}`.execute(db);
  const { remote_id } = rows[0]!;
  if (isProvisional(remote_id))
    throw new AppError('conflict', 'This folder is still being created. Try again in a moment.');
  return remote_id;
}
