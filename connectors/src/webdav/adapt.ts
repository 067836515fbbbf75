import type { Hashes } from '../kit/hashes/hashes.ts';
import type { RemoteId, RemoteItem } from '../kit/session.ts';
import type { DavProps, DavResource } from './protocol/multistatus.ts';

const CHECKSUM = /(MD5|SHA1|SHA256):([0-9a-f]+)/gi;
const HASH_LENGTH = { md5: 32, sha1: 40, sha256: 64 } as const;

export function itemOf(
  { isCollection, props }: DavResource,
  { id, parentId, name }: { id: RemoteId; parentId: RemoteId | null; name: string },
): RemoteItem {
  const item: RemoteItem = {
    id,
    parentId,
    name,
    kind: isCollection ? 'folder' : 'file',
    mimeType: isCollection ? null : (props.contentType ?? null),
    size: isCollection ? null : sizeOf(props.length),
    modifiedAt: dateOf(props.modified),
    revision: revisionOf(props),
    hashes: hashesOf(props.checksums),
  };
  if (props.ownerName !== undefined) item.ownerName = props.ownerName;
  return item;
}

/** The same revision from a listing and from a download’s headers. Weak or strong, an ETag changes with the bytes. */
export const revisionOf = ({ etag, length, modified }: DavProps): string =>
  etag === undefined ? `${length ?? ''}@${modified ?? ''}` : etag.replace(/^W\//, '').replaceAll('"', '');

/** `SHA1:… MD5:… ADLER32:…`, as reported by the client that uploaded the file. */
export function hashesOf(checksums: string | undefined): Hashes {
  const hashes: Hashes = {};
  if (checksums === undefined) return hashes;
  for (const [, algorithm, value] of checksums.matchAll(CHECKSUM)) {
    const name = algorithm!.toLowerCase() as keyof typeof HASH_LENGTH;
    if (value!.length === HASH_LENGTH[name]) hashes[name] = value!.toLowerCase();
  }
  return hashes;
}

/**
 * Whether the item is in a storage that others change without the server. ownCloud has no types of mounts, only the
 * permission.
 */
export const isExternal = ({ mountType, permissions }: DavProps): boolean =>
  mountType === undefined ? (permissions?.includes('M') ?? false) : mountType === 'external';

/** RFC 4331; at Nextcloud, negative numbers mean that there is no limit or that it is unknown. */
export function quotaOf({ quotaUsed, quotaAvailable }: DavProps): { used: number | null; total: number | null } {
  const used = sizeOf(quotaUsed);
  const available = sizeOf(quotaAvailable);
  return { used, total: used === null || available === null ? null : used + available };
}

function sizeOf(text: string | undefined): number | null {
  const size = Number(text);
  return text !== undefined && Number.isSafeInteger(size) && size >= 0 ? size : null;
}

function dateOf(text: string | undefined): Date | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : new Date(time);
}
