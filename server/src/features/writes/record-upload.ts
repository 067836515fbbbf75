import { mapName } from '@sheaf/connectors';
import type { UploadPolicy } from '@sheaf/contract';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import {
  type FileBytes,
  type Found,
  findByName,
  findPlace,
  freeName,
  insertProvisional,
  makePlace,
  type NamingPlace,
  noteAdded,
  noteRecent,
  replaceFile,
  signActivity,
} from '../documents/index.ts';
import { findProvider, sourceName } from '../sources/index.ts';
import { type AccountPlace, lockWritable, mustTake, type WritableAccount } from './account-place.ts';
import { insertWrites } from './writes.queries.ts';

/** A file for a connected account, in folders that are created if missing, outermost first. */
export interface UploadedFile {
  name: string;
  folders: readonly string[];
  policy: UploadPolicy;
  bytes: FileBytes;
}

export interface Uploaded {
  documentId: string;
  outcome: 'created' | 'renamed' | 'replaced' | 'skipped';
}

/** Rejects an upload that can't end well, before a byte is sent; otherwise returns whether its name is taken. */
export async function checkUpload(
  services: Services,
  place: AccountPlace,
  file: { name: string; folders: readonly string[]; size: number },
): Promise<{ isTaken: boolean }> {
  const { db } = services;
  const account = await lockWritable(services, db, place, 'add');
  await mustTake(db, account, place.folderId);
  const { upload } = findProvider(services, account.source).connector.manifest;
  if (upload && file.size > upload.maxSize)
    throw new AppError(
      'too_large',
      `${sourceName(account.source)} takes files of up to ${Math.floor(upload.maxSize / 1024 ** 3)} GB.`,
    );
  mustAllow(services, account, [...file.folders, file.name]);
  const found = await findPlace(db, naming(services, account, place), file.folders);
  return { isTaken: found !== null && (await findByName(db, found, file.name)) !== undefined };
}

function mustAllow(services: Services, { source }: WritableAccount, names: readonly string[]): void {
  const rules = findProvider(services, source).connector.manifest.names;
  for (const name of names) {
    const mapped = mapName(name, rules).name;
    if (mapped !== name)
      throw new AppError('conflict', `${sourceName(source)} doesn’t allow the name “${name}”. Try “${mapped}”.`);
  }
}

const naming = (services: Services, { source }: WritableAccount, place: AccountPlace): NamingPlace => ({
  ...place,
  rules: findProvider(services, source).connector.manifest.names,
});

/** Called once all bytes are stored here: shows the file at once, and a job sends it to the app. */
export async function recordUpload(
  services: Services,
  tx: Executor,
  viewer: Member,
  place: AccountPlace,
  file: UploadedFile,
): Promise<Uploaded> {
  const account = await lockWritable(services, tx, place, 'add');
  await mustTake(tx, account, place.folderId);
  mustAllow(services, account, [...file.folders, file.name]);
  const folder = await madePlace(services, tx, viewer, account, place, file.folders);
  const taken = await findByName(tx, folder, file.name);
  if (taken && file.policy === 'skip') return { documentId: taken.id, outcome: 'skipped' };
  if (taken?.kind === 'file' && file.policy === 'replace') return replace(tx, viewer, folder, taken, file);
  const name = taken ? await freeName(tx, folder, file.name, false) : file.name;
  const documentId = await insertProvisional(tx, place.owner, folder, name, unknownRevision(file.bytes));
  await noteAdded(tx, viewer, place.owner, documentId);
  await noteRecent(tx, viewer, [documentId]);
  const write = { documentId, kind: 'upload' as const, name, parentId: folder.folderId, holdsListing: false };
  await insertWrites(tx, viewer, account.id, [write]);
  return { documentId, outcome: taken ? 'renamed' : 'created' };
}

/** The revision is unknown until the source reports it. */
const unknownRevision = (bytes: FileBytes): FileBytes => ({ ...bytes, revision: '' });

/** The document keeps its shares. A list with its old bytes is held up. */
async function replace(
  tx: Executor,
  viewer: Member,
  { accountId, folderId }: NamingPlace,
  { id, size }: Found,
  { name, bytes }: UploadedFile,
): Promise<Uploaded> {
  await replaceFile(tx, { id, accountId, name, size }, unknownRevision(bytes));
  await signActivity(tx, viewer, id);
  await insertWrites(tx, viewer, accountId, [{ documentId: id, kind: 'upload', name, parentId: folderId }]);
  return { documentId: id, outcome: 'replaced' };
}

/** Creates missing folders in a connected account. */
export async function recordFolders(
  services: Services,
  tx: Executor,
  viewer: Member,
  place: AccountPlace,
  paths: readonly (readonly string[])[],
): Promise<void> {
  const account = await lockWritable(services, tx, place, 'add');
  await mustTake(tx, account, place.folderId);
  for (const path of paths) {
    mustAllow(services, account, path);
    await madePlace(services, tx, viewer, account, place, path);
  }
}

const madePlace = (
  services: Services,
  tx: Executor,
  viewer: Member,
  account: WritableAccount,
  place: AccountPlace,
  folders: readonly string[],
): Promise<NamingPlace> =>
  makePlace(tx, naming(services, account, place), folders, async (around, name) => {
    const documentId = await insertProvisional(tx, place.owner, around, name, null);
    await noteAdded(tx, viewer, place.owner, documentId);
    await insertWrites(tx, viewer, account.id, [{ documentId, kind: 'folder', name, parentId: around.folderId }]);
    return documentId;
  });
