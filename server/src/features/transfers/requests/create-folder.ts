import { ConnectorError, mapName, type RemoteId } from '@sheaf/connectors';
import { uploadsSource } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { AppError, notFound, wrongField } from '../../../errors.ts';
import type { Member } from '../../../http/viewer.ts';
import { isUuid } from '../../../platform/uuid.ts';
import type { Services } from '../../../services.ts';
import { isProvisional } from '../../documents/index.ts';
import { asSourceError, plainReason, refuseWhilePaused } from '../../sources/index.ts';
import { openSide, patienceMs } from '../sides/open-side.ts';
import { accountOf, self } from './choose.ts';

interface NewFolder {
  source_account_id: string;
  parent_id: string | null;
  name: string;
}

/**
 * Creates the folder at the cloud itself, so that a transfer can go into it at once; uses an existing folder of that
 * name.
 */
export async function createFolder(services: Services, viewer: Member, asked: NewFolder) {
  const account = await accountOf(services, self(viewer), asked.source_account_id);
  const isMine = account.source === uploadsSource;
  const parent = isMine ? await remoteIdOf(services, account.id, asked.parent_id) : asked.parent_id;
  if (!isMine) await asSourceError(refuseWhilePaused(services, account.source));
  const side = openSide(services, account, AbortSignal.timeout(patienceMs));
  try {
    const { changed } = mapName(asked.name, side.names);
    if (changed) throw wrongField('name', `${side.label} doesn’t allow this name`);
    const { id, name } = await side.writes.mkdir(parent as RemoteId | null, asked.name);
    return { id: isMine ? await documentIdOf(services, account.id, id) : id, name };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    if (error.code === 'not_found') throw notFound('This folder');
    if (error.code === 'conflict') throw wrongField('name', 'A file with this name already exists');
    throw new AppError('source_failed', `${side.label} didn’t create the folder: ${plainReason(error, side.label)}`);
  } finally {
    await side.close();
  }
}

/** Folders of My files are identified by their documents. */
async function remoteIdOf({ db }: Services, accountId: string, id: string | null): Promise<string | null> {
  if (id === null) return null;
  if (!isUuid(id)) throw notFound('This folder');
  const { rows } = await sql<{ remote_id: string }>`select remote_id from documents
    where id = ${id} and account_id = ${accountId} and kind = 'folder' and deleted_at is null`.execute(db);
  if (!rows[0]) throw notFound('This folder');
  return rows[0].remote_id;
}

async function documentIdOf({ db }: Services, accountId: string, remoteId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from documents
    where account_id = ${accountId} and remote_id = ${remoteId}`.execute(db);
  return rows[0]!.id;
}

/** The id of a listed folder in transfers: in My files that of its document, elsewhere the app's own id. */
export async function folderThere(db: Executor, folderId: string, isHere: boolean): Promise<string> {
  if (isHere) return folderId;
  const { rows } = await sql<{ remote_id: string }>`select remote_id from documents where id = ${folderId}`.execute(db);
  const { remote_id } = rows[0]!;
  if (isProvisional(remote_id))
    throw new AppError('conflict', 'This folder is still being created. Try again in a moment.');
  return remote_id;
}
