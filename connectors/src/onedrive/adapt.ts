import { ConnectorError } from '../kit/errors.ts';
import type { Hashes } from '../kit/hashes/hashes.ts';
import type { RemoteId, RemoteItem } from '../kit/session.ts';
import type { DriveItem, Ref } from './graph.ts';

/** The fields requested for every item. */
export const ITEM_FIELDS =
  'id,name,size,eTag,webUrl,createdDateTime,lastModifiedDateTime,fileSystemInfo,createdBy,parentReference,file,folder,root,package,remoteItem,deleted,malware';

/** The person's own drive, whose root is the top of the account. */
export interface OwnDrive {
  id: string;
  rootId: string;
}

export const idOf = ({ driveId, itemId }: Ref) => `${driveId}/${itemId}` as RemoteId;

export function refOf(id: RemoteId): Ref {
  const [driveId, itemId, ...rest] = id.split('/');
  if (!driveId || !itemId || rest.length > 0) throw new ConnectorError('not_found', 'Not an id of OneDrive');
  return { driveId, itemId };
}

/** The drive is the requested one, because some answers spell its id differently. */
export function toItem(item: DriveItem, driveId: string, own: OwnDrive): RemoteItem {
  const kind = targetOf(item, driveId, own) ? 'folder' : kindOf(item);
  const parent = item.parentReference?.id;
  const isAtTop = !parent || (driveId === own.id && parent === own.rootId);
  const changed = item.fileSystemInfo?.lastModifiedDateTime ?? item.lastModifiedDateTime;
  const ownerName = item.createdBy?.user?.displayName;
  const webUrl = item.webUrl ?? item.remoteItem?.webUrl;
  const hashes = toHashes(item);
  return {
    id: idOf({ driveId, itemId: item.id }),
    parentId: isAtTop ? null : idOf({ driveId, itemId: parent }),
    name: item.name ?? '',
    kind,
    mimeType: item.file?.mimeType ?? null,
    size: kind === 'file' ? (item.size ?? null) : null,
    modifiedAt: changed ? new Date(changed) : null,
    // eTag also changes with names, so a cryptographic hash is better; QuickXorHash doesn’t detect swapped blocks.
    revision: hashes.sha256 ?? hashes.sha1 ?? item.eTag ?? item.id,
    hashes,
    ...(ownerName && { ownerName }),
    ...(webUrl && { webUrl }),
  };
}

/** The location of the content of a folder that somebody shared and the person added to their own drive. */
export function targetOf({ remoteItem }: DriveItem, driveId: string, own: OwnDrive): Ref | null {
  const { id, folder, package: notebook, parentReference } = remoteItem ?? {};
  const remoteDrive = parentReference?.driveId;
  if (driveId !== own.id || !id || !folder || notebook || !remoteDrive) return null;
  return remoteDrive.toLowerCase() === own.id.toLowerCase() ? null : { driveId: remoteDrive, itemId: id };
}

/** Notebooks and shortcuts that aren’t followed open only in the browser. */
function kindOf({ folder, package: notebook, remoteItem, file }: DriveItem): RemoteItem['kind'] {
  if (notebook || remoteItem) return 'link';
  if (folder) return 'folder';
  return file ? 'file' : 'link';
}

const NOTEBOOK_PART = /\.(one|onetoc2)$/i;

/** The sections of a notebook are files that are useless without it. */
export const isNotebookPart = ({ name, file }: DriveItem) =>
  file?.mimeType === 'application/msonenote' && NOTEBOOK_PART.test(name ?? '');

function toHashes({ file }: DriveItem): Hashes {
  const { quickXorHash, sha1Hash, sha256Hash } = file?.hashes ?? {};
  return {
    ...(quickXorHash && { quickxor: quickXorHash }),
    ...(sha1Hash && { sha1: sha1Hash.toLowerCase() }),
    ...(sha256Hash && { sha256: sha256Hash.toLowerCase() }),
  };
}
