import type { SandboxResponse } from '../../shared/server.ts';
import {
  type Call,
  CONFLICT,
  conflictBehavior,
  type DriveCall,
  itemAnswer,
  itemOf,
  jsonBody,
  mustWrite,
  pageSize,
  theItem,
} from '../call.ts';
import { GraphError, jsonAnswer } from '../errors.ts';
import type { Drive } from '../files/drive.ts';
import { type GraphNode, isContainer } from '../files/graph-node.ts';
import { checkName } from '../files/names.ts';

export const getItem = (call: DriveCall): SandboxResponse => itemAnswer(call, theItem(call));

/** Pages by name, so items renamed while a client reads can be missed, as at Graph. */
export function listChildren(call: DriveCall): SandboxResponse {
  const { drive, req, world } = call;
  const folder = theItem(call);
  if (!isContainer(folder)) return jsonAnswer({ value: [] });
  const after = skipToken(req.query.get('$skiptoken'));
  const size = pageSize(call);
  const left = [...drive.childrenOf(folder.id)]
    .map((node) => ({ node, key: node.name.toLowerCase() }))
    .filter(({ key }) => after === null || key > after)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const page = left.slice(0, size);
  const next = new URL(`${world.origin}${req.path}`);
  for (const [name, value] of req.query) next.searchParams.set(name, value);
  next.searchParams.set('$skiptoken', Buffer.from(page.at(-1)?.key ?? '').toString('base64url'));
  return jsonAnswer({
    value: page.map(({ node }) => itemOf(call, node)),
    ...(left.length > size && { '@odata.nextLink': next.href }),
  });
}

export async function makeFolder(call: DriveCall): Promise<SandboxResponse> {
  mustWrite(call);
  const body = await jsonBody<Record<string, unknown>>(call);
  const name = checkName(body.name);
  if (typeof body.folder !== 'object') throw new GraphError('invalidRequest', 'Only folders are made this way');
  const parent = theItem(call);
  const behavior = conflictBehavior(body[CONFLICT], 'fail');
  const existing = call.drive.child(parent, name);
  if (behavior === 'replace') {
    if (!call.world.oddities.conflictsAsObserved) throw new GraphError('notSupported');
    if (existing?.kind === 'folder') return itemAnswer(call, existing);
  }
  return itemAnswer(call, call.drive.add({ name, kind: 'folder', parent: parent.id }), 201);
}

interface ItemChange {
  name?: unknown;
  parentReference?: { id?: string; driveId?: string };
  fileSystemInfo?: { lastModifiedDateTime?: string; createdDateTime?: string };
}

/** Renames, moves within the drive, and sets times. */
export async function changeItem(call: DriveCall): Promise<SandboxResponse> {
  mustWrite(call);
  const node = unlockedItem(call);
  mustMatch(call, node);
  const { name, parentReference, fileSystemInfo } = await jsonBody<ItemChange>(call);
  if (parentReference?.driveId !== undefined && parentReference.driveId !== call.drive.id)
    throw new GraphError('notSupported', 'Items cannot be moved to another drive');
  call.drive.update(node, {
    ...(name !== undefined && { name: checkName(name) }),
    ...(parentReference?.id !== undefined && { parent: call.drive.get(parentReference.id).id }),
    ...timesOf(fileSystemInfo),
  });
  return itemAnswer(call, node);
}

export function deleteItem(call: DriveCall): SandboxResponse {
  mustWrite(call);
  const node = unlockedItem(call);
  mustMatch(call, node);
  call.drive.remove(node);
  return { status: 204 };
}

/**
 * Restores from the recycle bin, only in personal drives and for apps that may write to everything the person can open.
 */
export async function restoreItem(call: Call, drive: Drive, id: string): Promise<SandboxResponse> {
  if (!call.grant.scopes.includes('Files.ReadWrite.All')) throw new GraphError('accessDenied');
  if (drive.type !== 'personal') throw new GraphError('notSupported');
  const node = drive.deleted(id);
  if (!node) throw new GraphError('itemNotFound');
  const { name, parentReference } = await jsonBody<ItemChange>(call);
  drive.restore(node, {
    ...(name !== undefined && { name: checkName(name) }),
    ...(parentReference?.id !== undefined && { parent: drive.get(parentReference.id).id }),
  });
  return itemAnswer({ ...call, drive, base: node, path: [] }, node);
}

export function timesOf(info: ItemChange['fileSystemInfo']): { clientModified?: number; clientCreated?: number } {
  const read = (text: string) => {
    const ms = Date.parse(text);
    if (Number.isNaN(ms)) throw new GraphError('invalidRequest', `${text} is not a time`);
    return ms;
  };
  return {
    ...(info?.lastModifiedDateTime !== undefined && { clientModified: read(info.lastModifiedDateTime) }),
    ...(info?.createdDateTime !== undefined && { clientCreated: read(info.createdDateTime) }),
  };
}

const opened = new WeakSet<GraphNode>();

function unlockedItem(call: DriveCall): GraphNode {
  const node = theItem(call);
  const isLocked = call.world.oddities.lockedAtFirst && !opened.has(node);
  opened.add(node);
  if (isLocked) throw new GraphError('resourceLocked');
  return node;
}

function mustMatch(call: DriveCall, node: GraphNode): void {
  const wanted = call.req.headers['if-match'];
  const { eTag, cTag } = itemOf({ ...call, req: { ...call.req, query: new URLSearchParams() } }, node);
  if (wanted !== undefined && wanted !== eTag && wanted !== cTag) throw new GraphError('resourceModified');
}

function skipToken(text: string | null): string | null {
  return text === null ? null : Buffer.from(text, 'base64url').toString();
}
