import type { ConnectorError } from '../kit/errors.ts';
import { hasCode } from '../kit/google/refusals.ts';
import type { Batch, NotIncluded, RemoteId, RemoteItem, Scope } from '../kit/session.ts';
import { type DriveFile, FOLDER } from './adapt.ts';
import { flatPages } from './flat-pages.ts';
import type { Gateway, SharedDrive } from './gateway.ts';
import { readableDrives, SHARED_DRIVES } from './shared-drives/shared-drives.ts';

/** What an enumeration has to read. */
export interface EnumerationRoots {
  /** Whether the folder of all shared drives is included; null if the person may not list shared drives. */
  hasTop: boolean | null;
  /** Shared drives to read completely, in the order of their ids. */
  drives: SharedDrive[];
  /** Selected items, without shared drives. */
  roots: DriveFile[];
  failures: Batch<RemoteItem>['failures'];
  /** Folders to walk that are known in advance. */
  folders: ReadonlySet<string>;
  notIncluded: readonly NotIncluded[];
}

export async function enumerationRoots(
  gateway: Gateway,
  scope: Scope,
  signal?: AbortSignal,
): Promise<EnumerationRoots> {
  const { drives: members, notIncluded } = await readableDrives(gateway, signal);
  const all = members ?? [];
  if (scope.mode === 'all') {
    const folders = await sharedFolders(gateway, signal);
    return { hasTop: members && all.length > 0, drives: all, roots: [], failures: [], folders, notIncluded };
  }
  const chosen = new Set<string>(scope.roots);
  const hasTop = chosen.has(SHARED_DRIVES) && members && all.length > 0;
  const drives = all.filter(({ id }) => hasTop || chosen.has(id!));
  const others = scope.roots.filter((id) => id !== SHARED_DRIVES && !drives.some((drive) => drive.id === id));
  const { files, failures } = await selected(gateway, others, signal);
  return {
    hasTop,
    drives,
    roots: files,
    failures,
    folders: await foldersBelow(gateway, files, signal),
    notIncluded: [],
  };
}

/** Selected folders that no longer exist are left out; those that cannot be read are reported as failures. */
async function selected(gateway: Gateway, roots: readonly RemoteId[], signal?: AbortSignal) {
  const files: DriveFile[] = [];
  const failures: { id: RemoteId; error: ConnectorError }[] = [];
  const ask = async (id: RemoteId) => {
    try {
      const file = await gateway.file(id, signal);
      if (!file.trashed) files.push(file);
    } catch (error) {
      if (!hasCode(error, 'forbidden') && !hasCode(error, 'not_found')) throw error;
      if (hasCode(error, 'forbidden')) failures.push({ id, error: error as ConnectorError });
    }
  };
  await Promise.all(roots.map(ask));
  return { files, failures };
}

const IS_FOLDER = `mimeType='${FOLDER}' and trashed=false`;
const FIELDS = 'id,parents';

/** Flat lists omit items in folders shared by others until they have been opened once. */
async function sharedFolders(gateway: Gateway, signal?: AbortSignal): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const search = { q: `sharedWithMe=true and ${IS_FOLDER}`, fields: FIELDS };
  for await (const { files } of flatPages(gateway, search, undefined, signal))
    for (const { id } of files) found.add(id!);
  return found;
}

/** The selected folders and all folders below them, from flat lists of the folders of the account and shared drives. */
async function foldersBelow(
  gateway: Gateway,
  roots: readonly DriveFile[],
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  const tops = roots.filter(({ mimeType }) => mimeType === FOLDER);
  const found = new Set(tops.map(({ id }) => id!));
  const inside = new Map<string, string[]>();
  for (const driveId of new Set(tops.map((folder) => folder.driveId ?? null))) {
    const search = { q: IS_FOLDER, fields: FIELDS, ...(driveId !== null && { corpora: 'drive', driveId }) };
    for await (const { files } of flatPages(gateway, search, undefined, signal))
      for (const { id, parents } of files)
        for (const parent of parents ?? []) inside.set(parent, [...(inside.get(parent) ?? []), id!]);
  }
  for (const id of found) for (const child of inside.get(id) ?? []) found.add(child);
  return found;
}
