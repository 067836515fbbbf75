import { hash } from 'node:crypto';
import type { AccountContext } from '../kit/connector.ts';
import { ConnectorError } from '../kit/errors.ts';
import { hasCode } from '../kit/google/refusals.ts';
import type { RemoteId } from '../kit/session.ts';
import { type DriveFile, FOLDER, quoted } from './adapt.ts';
import type { Gateway } from './gateway.ts';

const maxTries = 3;

/**
 * Returns the folder with this name and creates it if necessary. A search finds a new folder only after seconds or
 * minutes, so a folder’s id is chosen before it is created and stored for all workers: the next one, even after a
 * restart, uses the same id, which Drive accepts once.
 */
export async function makeFolder(
  account: AccountContext,
  gateway: Gateway,
  parent: RemoteId | null,
  name: string,
): Promise<DriveFile> {
  const existing = await findFolder(gateway, parent, name);
  if (existing) return existing;
  const key = hash('sha256', JSON.stringify(['folder', parent, name]));
  let usedUp: string | undefined;
  for (let tries = 0; tries < maxTries; tries++) {
    const id = await account.plannedId(key, gateway.generateId, usedUp);
    try {
      return await gateway.create({ id, name, mimeType: FOLDER, parents: [parent ?? 'root'] });
    } catch (error) {
      if (!hasCode(error, 'conflict')) throw error;
    }
    const made = await liveFolder(gateway, id);
    if (made && made.name === name && (parent === null || made.parents?.includes(parent))) return made;
    // The folder was renamed, moved or deleted since.
    usedUp = id;
  }
  throw new ConnectorError('conflict', 'Google Drive refuses a new folder');
}

/** The oldest folder of exactly this name: a search by name ignores case. */
async function findFolder(gateway: Gateway, parent: RemoteId | null, name: string): Promise<DriveFile | null> {
  const q = `${quoted(parent ?? 'root')} in parents and name=${quoted(name)} and mimeType='${FOLDER}' and trashed=false`;
  let pageToken: string | undefined;
  do {
    const { files, nextPageToken } = await gateway.list({ q, orderBy: 'createdTime', pageToken });
    for (const file of files) {
      // For a while, a search also finds folders that were deleted, renamed or moved.
      const live = file.name === name ? await liveFolder(gateway, file.id!) : null;
      if (live?.name === name) return live;
    }
    pageToken = nextPageToken;
  } while (pageToken !== undefined);
  return null;
}

async function liveFolder(gateway: Gateway, id: string): Promise<DriveFile | null> {
  try {
    const file = await gateway.file(id);
    return file.trashed ? null : file;
  } catch (error) {
    if (hasCode(error, 'not_found')) return null;
    throw error;
  }
}
