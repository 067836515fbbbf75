import type { drive_v3 } from '@googleapis/drive';
import type { Hashes } from '../kit/hashes/hashes.ts';
import type { Change, RemoteId, RemoteItem } from '../kit/session.ts';

/** Requested for every file; by default Drive returns only a few fields. */
export const FILE_FIELDS =
  'id,name,mimeType,size,md5Checksum,sha1Checksum,sha256Checksum,headRevisionId,version,modifiedTime,parents,driveId,trashed,owners(displayName),webViewLink,resourceKey';
export type DriveFile = Pick<
  drive_v3.Schema$File,
  | 'id'
  | 'name'
  | 'mimeType'
  | 'size'
  | 'md5Checksum'
  | 'sha1Checksum'
  | 'sha256Checksum'
  | 'headRevisionId'
  | 'version'
  | 'modifiedTime'
  | 'parents'
  | 'driveId'
  | 'resourceKey'
  | 'trashed'
  | 'owners'
  | 'webViewLink'
>;
export type DriveChange = Pick<drive_v3.Schema$Change, 'changeType' | 'fileId' | 'removed' | 'driveId' | 'drive'> & {
  file?: DriveFile;
};

const GOOGLE = 'application/vnd.google-apps';
const OFFICE = 'application/vnd.openxmlformats-officedocument';
export const FOLDER = `${GOOGLE}.folder`;

/** Export formats of Google's own documents, best first. Its other kinds (forms, sites, maps) have none. */
const exportTypes: Record<string, readonly string[]> = {
  [`${GOOGLE}.document`]: [`${OFFICE}.wordprocessingml.document`, 'application/pdf', 'text/markdown', 'text/plain'],
  [`${GOOGLE}.spreadsheet`]: [`${OFFICE}.spreadsheetml.sheet`, 'application/pdf', 'text/csv'],
  [`${GOOGLE}.presentation`]: [`${OFFICE}.presentationml.presentation`, 'application/pdf', 'text/plain'],
  [`${GOOGLE}.drawing`]: ['image/svg+xml', 'image/png', 'image/jpeg', 'application/pdf'],
  [`${GOOGLE}.script`]: [`${GOOGLE}.script+json`],
};

function kindOf(mimeType: string): RemoteItem['kind'] {
  if (mimeType === FOLDER) return 'folder';
  if (exportTypes[mimeType]) return 'native';
  return mimeType.startsWith(`${GOOGLE}.`) ? 'link' : 'file';
}

/**
 * Items directly in My Drive, and items shared without their folder, have no parent. Old files may have several
 * parents: `through` is preferred, otherwise the first by id, so that it is always the same one.
 */
export function toItem(file: DriveFile, rootId: string, through?: string): RemoteItem {
  const mimeType = file.mimeType ?? '';
  const kind = kindOf(mimeType);
  const parents = file.parents ?? [];
  const parent = through && parents.includes(through) ? through : parents.toSorted()[0];
  const exports = exportTypes[mimeType];
  const ownerName = file.owners?.[0]?.displayName;
  return {
    id: file.id as RemoteId,
    parentId: parent === undefined || parent === rootId ? null : (parent as RemoteId),
    name: file.name ?? '',
    kind,
    mimeType: file.mimeType ?? null,
    // Drive also reports a size for its own documents, but it isn’t that of any export.
    size: kind === 'file' && file.size != null ? Number(file.size) : null,
    modifiedAt: file.modifiedTime ? new Date(file.modifiedTime) : null,
    revision: revisionOf(file, kind),
    hashes: toHashes(file),
    ...(exports && { exports }),
    ...(ownerName && { ownerName }),
    ...(file.webViewLink && { webUrl: file.webViewLink }),
  };
}

/** `version` also grows with every rename and share, so it is used only if nothing better identifies the bytes. */
function revisionOf(file: DriveFile, kind: RemoteItem['kind']): string {
  const ofBytes = file.sha256Checksum ?? file.md5Checksum ?? file.headRevisionId;
  return (kind === 'file' ? ofBytes : file.modifiedTime) ?? file.version ?? '';
}

function toHashes(file: DriveFile): Hashes {
  return {
    ...(file.sha256Checksum && { sha256: file.sha256Checksum }),
    ...(file.sha1Checksum && { sha1: file.sha1Checksum }),
    ...(file.md5Checksum && { md5: file.md5Checksum }),
  };
}

/** Trashed items and items no longer shared count as deleted. Null for a change that is not about a file. */
export function toChange(change: DriveChange, rootId: string, through?: string): Change<RemoteItem> | null {
  if (!change.fileId || change.fileId === rootId || change.fileId === change.file?.driveId) return null;
  if ((change.changeType ?? 'file') !== 'file') return null;
  if (change.removed || !change.file || change.file.trashed) return { kind: 'delete', id: change.fileId as RemoteId };
  return { kind: 'upsert', item: toItem(change.file, rootId, through) };
}

/** Quotes a string for a search query. */
export const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
