import type { Drive } from './drive.ts';
import type { GraphNode } from './graph-node.ts';
import { quickXor } from './quick-xor.ts';

type Json = Record<string, unknown>;

const time = (ms: number) => new Date(ms).toISOString();
const NEVER_SELECTED = new Set(['@microsoft.graph.downloadUrl', 'content.downloadUrl']);

export interface ItemOptions {
  /** The fields of $select; null for everything. */
  fields: ReadonlySet<string> | null;
  /** True in a delta feed, where business drives leave out cTag. */
  inDelta?: boolean;
  downloadUrl?(node: GraphNode): string;
}

/** An item in Graph’s format. */
export function driveItem(drive: Drive, node: GraphNode, { fields, inDelta = false, downloadUrl }: ItemOptions): Json {
  const isBusiness = drive.type !== 'personal';
  const item: Json = {
    id: node.id,
    name: node.name,
    createdDateTime: time(node.created),
    lastModifiedDateTime: time(node.modified),
    eTag: isBusiness ? `"{${node.id.slice(2, 34)}},${node.version}"` : `a${node.id}.${node.version}`,
    ...(hasCTag(node, isBusiness, inDelta) && { cTag: `"c:{${node.id}},${node.contentVersion}"` }),
    size: node.kind === 'file' ? node.content!.size : folderSize(drive, node),
    webUrl: webUrl(drive, node),
    createdBy: { user: { displayName: drive.owner } },
    lastModifiedBy: { user: { displayName: drive.owner } },
    fileSystemInfo: {
      createdDateTime: time(node.clientCreated ?? node.created),
      lastModifiedDateTime: time(node.clientModified ?? node.modified),
    },
    ...facets(drive, node),
  };
  item.parentReference = parentReference(drive, node, inDelta);
  if (node.content && downloadUrl && (fields === null || [...NEVER_SELECTED].some((name) => fields.has(name))))
    item['@microsoft.graph.downloadUrl'] = downloadUrl(node);
  if (fields === null) return item;
  const keep = ([name]: [string, unknown]) =>
    fields.has(name) || name === '@microsoft.graph.downloadUrl' || name === 'id';
  return Object.fromEntries(Object.entries(item).filter(keep));
}

/** A deleted item in a delta feed: business drives leave out its name, personal ones its size. */
export function deletedItem(drive: Drive, node: GraphNode): Json {
  return {
    id: node.id,
    deleted: { state: 'deleted' },
    ...(drive.type === 'personal' && { name: node.name }),
    ...facets(drive, node, true),
    parentReference: { driveId: drive.id, driveType: drive.type, id: node.parent },
  };
}

const hasCTag = (node: GraphNode, isBusiness: boolean, inDelta: boolean) =>
  !isBusiness || (node.kind === 'file' && !inDelta);

function facets(drive: Drive, node: GraphNode, isDeleted = false): Json {
  if (node.kind === 'remote') {
    const { driveId, id, owner } = node.remote!;
    const shared = { scope: 'users', owner: { user: { displayName: owner } } };
    const remoteItem = { id, name: node.name, folder: { childCount: 1 }, parentReference: { driveId }, shared };
    // Personal drives also describe a remote folder as a folder.
    return { remoteItem, ...(drive.type === 'personal' && { folder: { childCount: 1 } }) };
  }
  if (node.kind === 'package') return { package: { type: 'oneNote' } };
  if (node.kind === 'folder') {
    const childCount = drive.childCount(node.id);
    return { folder: isDeleted ? {} : { childCount }, ...(node.parent === null && { root: {} }) };
  }
  if (isDeleted) return { file: {} };
  const file = { mimeType: node.mimeType ?? 'application/octet-stream', hashes: hashes(drive, node) };
  return { file, ...(node.malware && { malware: { description: 'Eicar' } }) };
}

/** Personal drives also report SHA-1 and SHA-256, in upper case. */
function hashes(drive: Drive, { content }: GraphNode): Json {
  const quickXorHash = quickXor(content!);
  if (drive.type !== 'personal') return { quickXorHash };
  const upper = (algorithm: 'sha1' | 'sha256') => content!.hash(algorithm).toUpperCase();
  return { quickXorHash, sha1Hash: upper('sha1'), sha256Hash: upper('sha256') };
}

/** Delta feeds leave out the path. */
function parentReference(drive: Drive, node: GraphNode, inDelta: boolean): Json {
  const at = { driveId: drive.id, driveType: drive.type };
  if (node.parent === null) return at;
  const path = drive.pathOf(drive.get(node.parent));
  return {
    ...at,
    id: node.parent,
    ...(!inDelta && { path: [`/drives/${drive.id}/root:`, ...path.map(encodeURIComponent)].join('/') }),
  };
}

function folderSize(drive: Drive, node: GraphNode): number {
  if (node.kind === 'remote') return 0;
  if (node === drive.root) return drive.used;
  // Computing the sizes of folders for every entry would be quadratic for large trees, and clients ignore them.
  return 0;
}

function webUrl(drive: Drive, node: GraphNode): string {
  if (drive.type === 'personal') return `https://onedrive.live.com/?cid=${drive.id}&id=${encodeURIComponent(node.id)}`;
  const path = drive.pathOf(node).map(encodeURIComponent);
  return [`https://example.sharepoint.com/${encodeURIComponent(drive.owner)}`, ...path].join('/');
}
