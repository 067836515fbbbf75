import { hasCode } from '../../kit/google/refusals.ts';
import type { NotIncluded, RemoteId, RemoteItem } from '../../kit/session.ts';
import { FOLDER } from '../adapt.ts';
import type { Gateway, SharedDrive } from '../gateway.ts';

/** The folder at the top of an account that contains its shared drives; Drive itself has no such folder. */
export const SHARED_DRIVES = 'shared-drives' as RemoteId;

const folder = (id: RemoteId, parentId: RemoteId | null, name: string): RemoteItem => ({
  id,
  parentId,
  name,
  kind: 'folder',
  mimeType: FOLDER,
  size: null,
  modifiedAt: null,
  revision: id,
  hashes: {},
});

export const allSharedDrives = folder(SHARED_DRIVES, null, 'Shared drives');

/** The topmost folder of a shared drive has the drive's id, and at Google no name of its own. */
export const sharedDriveItem = ({ id, name }: SharedDrive): RemoteItem => ({
  ...folder(id as RemoteId, SHARED_DRIVES, name ?? ''),
  webUrl: `https://drive.google.com/drive/folders/${id}`,
});

/** Their feed positions have to fit into a cursor, and every sync requests each of them. */
const maxDrives = 5_000;

/** The shared drives to read, and the message about those left out. */
export async function readableDrives(gateway: Gateway, signal?: AbortSignal) {
  const all = await gateway.sharedDrives(signal);
  const notIncluded: NotIncluded[] = [
    {
      what: 'shared drives',
      count: Math.max(0, (all?.length ?? 0) - maxDrives),
      why: `Sheaf reads up to ${maxDrives.toLocaleString('en')} shared drives of an account. Choose the folders you need.`,
    },
  ];
  return { drives: all?.slice(0, maxDrives) ?? null, notIncluded };
}

/** Null if the person is no longer a member. */
export async function sharedDriveOrNone(gateway: Gateway, id: string, signal?: AbortSignal) {
  try {
    return await gateway.sharedDrive(id, signal);
  } catch (error) {
    if (hasCode(error, 'not_found')) return null;
    throw error;
  }
}
