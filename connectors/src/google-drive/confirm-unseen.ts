import type { ConnectorError } from '../kit/errors.ts';
import { hasCode } from '../kit/google/refusals.ts';
import type { EnumerateOptions, RemoteId, RemoteItem, Scope } from '../kit/session.ts';
import { type DriveFile, toItem } from './adapt.ts';
import type { Gateway } from './gateway.ts';
import { SHARED_DRIVES, sharedDriveItem, sharedDriveOrNone } from './shared-drives/shared-drives.ts';

interface Confirmed {
  items: RemoteItem[];
  failures: { id: RemoteId; error: ConnectorError }[];
  after: RemoteId;
}

/**
 * Stored items that no list returned are requested by id: lists of Drive can have gaps, single requests can’t. Items in
 * the trash, deleted or no longer in a selected folder are left out.
 */
export async function* confirmUnseen(
  gateway: Gateway,
  rootId: string,
  scope: Scope,
  from: RemoteId | null,
  { unseen, signal }: EnumerateOptions,
): AsyncGenerator<Confirmed> {
  if (!unseen) return;
  const parentInScope = scopeTest(gateway, scope.mode === 'all' ? null : scope.roots, signal);
  for (let ids = await unseen(from); ids.length > 0; ) {
    const items: RemoteItem[] = [];
    const failures: Confirmed['failures'] = [];
    const confirm = async (id: RemoteId) => {
      const file = await fileOrNone(gateway, id, signal).catch((error: unknown) => {
        if (!hasCode(error, 'forbidden')) throw error;
        failures.push({ id, error: error as ConnectorError });
      });
      const parent = file ? await parentInScope(file) : null;
      if (!file || parent === null) return;
      if (file.id !== file.driveId) return void items.push(toItem(file, rootId, parent));
      const drive = await sharedDriveOrNone(gateway, id, signal);
      if (drive) items.push(sharedDriveItem(drive));
    };
    await Promise.all(ids.map(confirm));
    const after = ids.at(-1)!;
    yield { items, failures, after };
    ids = await unseen(after);
  }
}

/** Null if the file doesn’t exist or is in the trash. */
export async function fileOrNone(gateway: Gateway, id: string, signal?: AbortSignal): Promise<DriveFile | null> {
  try {
    const file = await gateway.file(id, signal);
    return file.trashed ? null : file;
  } catch (error) {
    if (hasCode(error, 'not_found')) return null;
    throw error;
  }
}

/**
 * For a file that is selected or below a selected folder, returns the parent through which it is ('' if that doesn’t
 * matter); otherwise null. Without roots, every file is in scope. Each folder above is requested once.
 */
export function scopeTest(
  gateway: Gateway,
  selected: readonly string[] | null,
  signal?: AbortSignal,
): (file: DriveFile) => Promise<string | null> {
  if (selected === null) return async () => '';
  const roots = new Set<string>(selected);
  const known = new Map<string, Promise<boolean>>();
  const parentOf = async ({ id, driveId, parents }: DriveFile): Promise<string | null> => {
    if (roots.has(id!) || (id === driveId && roots.has(SHARED_DRIVES))) return '';
    for (const parent of parents ?? []) if (await isInside(parent)) return parent;
    return null;
  };
  const isInside = (id: string): Promise<boolean> => {
    if (roots.has(id)) return Promise.resolve(true);
    const asked =
      known.get(id) ??
      fileOrNone(gateway, id, signal).then(async (folder) => folder !== null && (await parentOf(folder)) !== null);
    known.set(id, asked);
    return asked;
  };
  return parentOf;
}
