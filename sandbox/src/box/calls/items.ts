import type { SandboxResponse } from '../../shared/server.ts';
import { type Call, checkMatch, integer, jsonBody, theItem, typeOf } from '../call.ts';
import { BoxError, jsonAnswer } from '../errors.ts';
import { type Account, ROOT } from '../files/account.ts';
import type { BoxNode } from '../files/node.ts';
import { fullItem, miniItem, rootItem, withFields } from '../files/resource.ts';
import { timeOf } from './times.ts';

const MAX_ITEMS = 1000;
const USUAL_ITEMS = 100;

const itemAnswer = ({ account, req }: Call, node: BoxNode, status = 200): SandboxResponse =>
  jsonAnswer(withFields(fullItem(account, node), req.query.get('fields')), status);

export function getItem(call: Call): SandboxResponse {
  const isRoot = typeOf(call) === 'folder' && call.params.id === ROOT;
  if (isRoot) return jsonAnswer(withFields(rootItem(call.account), call.req.query.get('fields')));
  const node = theItem(call);
  if (call.req.headers['if-none-match'] === String(node.etag)) return { status: 304 };
  return itemAnswer(call, node);
}

/** Lists by marker or by offset. Without `fields`, entries have little more than names. */
export function listItems({ account, req, params, maxPerPage }: Call): SandboxResponse {
  const limit = Math.min(integer(req.query.get('limit'), USUAL_ITEMS, MAX_ITEMS), maxPerPage);
  const fields = req.query.get('fields');
  const present = (node: BoxNode) => (fields === null ? miniItem(node) : withFields(fullItem(account, node), fields));
  const all = params.id === 'trash' ? account.trashed() : account.childrenOf(account.folder(params.id!));
  if (req.query.get('usemarker') === 'true') {
    const from = markerIndex(all, req.query.get('marker'), req.fault?.kind === 'expire-cursor');
    const page = all.slice(from, from + limit);
    const more = from + limit < all.length ? { next_marker: markerOf(page.at(-1)!) } : {};
    return jsonAnswer({ entries: page.map(present), limit, ...more });
  }
  const offset = integer(req.query.get('offset'), 0, 300_000);
  const named = all.sort((a, b) => (a.name < b.name ? -1 : 1)).slice(offset, offset + limit);
  const order = [
    { by: 'type', direction: 'ASC' },
    { by: 'name', direction: 'ASC' },
  ];
  return jsonAnswer({ total_count: all.length, entries: named.map(present), offset, limit, order });
}

const markerOf = ({ type, id }: BoxNode) => Buffer.from(JSON.stringify({ type, id })).toString('base64url');

/** The start of the page: after the marked item, or after its former position. */
function markerIndex(all: readonly BoxNode[], marker: string | null, hasExpired: boolean): number {
  if (marker === null || marker === '') return 0;
  const ranks: Record<string, number> = { folder: 0, file: 1, web_link: 2 };
  try {
    if (hasExpired) throw new Error('expired');
    const { type, id } = JSON.parse(Buffer.from(marker, 'base64url').toString()) as { type: string; id: string };
    const isPast = (node: BoxNode) =>
      ranks[node.type]! > ranks[type]! || (node.type === type && Number(node.id) > Number(id));
    const index = all.findIndex(isPast);
    return index < 0 ? all.length : index;
  } catch {
    throw new BoxError('bad_request', 'Invalid marker');
  }
}

interface ItemBody {
  name?: string;
  parent?: { id?: string };
  content_modified_at?: string;
  shared_link?: object;
}

export async function createFolder(call: Call): Promise<SandboxResponse> {
  const { name, parent } = await jsonBody<ItemBody>(call);
  const folder = call.account.folder(parentId(parent));
  return itemAnswer(call, call.account.add({ type: 'folder', name: name ?? '', parent: folder }, 'ITEM_CREATE'), 201);
}

export async function updateItem(call: Call): Promise<SandboxResponse> {
  const node = theItem(call);
  checkMatch(call, node);
  const { name, parent, content_modified_at: modified, shared_link: link } = await jsonBody<ItemBody>(call);
  call.account.arrange(node, { name, parent: parent && parentId(parent) });
  if (modified !== undefined) node.contentModified = timeOf(modified);
  if (link !== undefined) node.hasLink = true;
  return itemAnswer(call, node);
}

export async function copyItem(call: Call): Promise<SandboxResponse> {
  const node = theItem(call);
  const { name = node.name, parent } = await jsonBody<ItemBody>(call);
  const copy = call.account.copy(node, call.account.folder(parentId(parent)), name);
  call.account.log('ITEM_COPY', copy);
  return itemAnswer(call, copy, 201);
}

/** Moves to the trash. */
export function deleteItem(call: Call): SandboxResponse {
  const node = theItem(call);
  checkMatch(call, node);
  if (node.shared) throw new BoxError('access_denied_insufficient_permissions');
  const isFull = node.type === 'folder' && call.account.childrenOf(node.id).length > 0;
  if (isFull && call.req.query.get('recursive') !== 'true') throw new BoxError('folder_not_empty');
  call.account.trash(node);
  return { status: 204 };
}

/**
 * Restores from the trash, only items that were trashed themselves. Another folder may be named, and is used if their
 * own is gone.
 */
export async function restoreItem(call: Call): Promise<SandboxResponse> {
  const { account, params } = call;
  const node = account.find(typeOf(call), params.id!);
  if (!node || node.trashedAt === null) throw new BoxError('not_found');
  const { name, parent } = await jsonBody<ItemBody>(call);
  const isThere = node.parent === ROOT || isOpen(account.find('folder', node.parent), account);
  const folder = isThere ? node.parent : account.folder(parentId(parent));
  account.restore(node, { parent: folder, ...(name !== undefined && { name }) });
  return itemAnswer(call, node, 201);
}

const isOpen = (folder: BoxNode | undefined, account: Account): boolean =>
  folder !== undefined && !account.isTrashed(folder);

/** Deletes for good, only items that were trashed themselves. */
export function deleteTrashed(call: Call): SandboxResponse {
  const node = call.account.find(typeOf(call), call.params.id!);
  if (!node || node.trashedAt === null) throw new BoxError('not_found');
  call.account.purge(node);
  return { status: 204 };
}

export function parentId(parent: { id?: string } | undefined): string {
  if (typeof parent?.id !== 'string' || parent.id === '') throw new BoxError('bad_request', 'parent.id is required');
  return parent.id;
}
