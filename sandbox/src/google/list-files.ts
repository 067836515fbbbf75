import { createHash } from 'node:crypto';
import type { drive_v3 } from '@googleapis/drive';
import type { SandboxResponse } from '../shared/server.ts';
import { type Call, isOpenTo, pageSize } from './call.ts';
import type { Drive } from './drive.ts';
import type { DriveNode } from './drive-node.ts';
import { GoogleError, jsonAnswer } from './errors.ts';
import { applyMask, type Mask, parseMask, within } from './fields.ts';
import { defaultMask, fileResource, fileShape } from './file-resource.ts';
import { FOLDER } from './mime-types.ts';
import { parseQuery } from './query.ts';

const listShape = { kind: true, nextPageToken: true, incompleteSearch: true, files: fileShape } as const;
const defaultListMask: Mask = new Map<string, Mask>([
  ['kind', '*'],
  ['nextPageToken', '*'],
  ['incompleteSearch', '*'],
  ['files', defaultMask],
]);

export function listFiles(call: Call): SandboxResponse {
  const { req, drive } = call;
  const most = pageSize(call);
  const fields = req.query.get('fields');
  const mask = fields === null ? defaultListMask : parseMask(fields, listShape);
  const search = searchKey(call);
  const from = position(call, search);
  const { files, next } = page(call, search, from, most);
  const fileMask = within(mask, 'files');
  const list = {
    kind: 'drive#fileList',
    incompleteSearch: false,
    ...(next === null ? {} : { nextPageToken: seal(search, next) }),
    files: fileMask ? files.map((node) => fileResource(node, drive, fileMask)) : [],
  } satisfies drive_v3.Schema$FileList;
  return jsonAnswer(
    mask === '*'
      ? list
      : applyMask(list, new Map([...mask].map(([name, one]) => [name, name === 'files' ? '*' : one]))),
  );
}

/** Without an order, files come as they were made, so a page token is the last one's place and edits shift nothing. */
function page(call: Call, search: string, from: number, most: number): { files: DriveNode[]; next: number | null } {
  const all = matching(call, search);
  const ordered = Boolean(call.req.query.get('orderBy'));
  const first = ordered ? from : firstAtOrAfter(all, from);
  const files = all.slice(first, first + most);
  const more = first + most < all.length;
  return { files, next: more ? (ordered ? first + most : files.at(-1)!.ordinal + 1) : null };
}

interface Matches {
  version: string;
  nodes: DriveNode[];
}
const MOST_REMEMBERED = 8;
const remembered = new WeakMap<Drive, Map<string, Matches>>();

/** All that fits a search, kept until something changes: the next page is usually asked for soon. */
function matching(call: Call, search: string): DriveNode[] {
  const { drive } = call;
  const known = remembered.get(drive) ?? new Map<string, Matches>();
  remembered.set(drive, known);
  const version = `${drive.lastChange}/${drive.size}`;
  const hit = known.get(search);
  if (hit?.version === version) return hit.nodes;
  const nodes = searched(call);
  known.delete(search);
  known.set(search, { version, nodes });
  if (known.size > MOST_REMEMBERED) known.delete(known.keys().next().value!);
  return nodes;
}

function searched({ req, drive, grant }: Call): DriveNode[] {
  const query = parseQuery(req.query.get('q') ?? '');
  const order = comparator(req.query.get('orderBy')) ?? byOrdinal;
  const candidates = query.parents ? childrenOf(drive, query.parents) : [...drive.nodes()];
  return candidates
    .filter((node) => (node.listed || query.parents) && query.fits(node, drive) && isOpenTo(grant, node))
    .sort(order);
}

/** A folder that is not there is an error, not an empty one. */
function childrenOf(drive: Drive, parents: readonly string[]): DriveNode[] {
  const folders = new Set(parents.map((parent) => drive.get(parent).id));
  return [...folders].flatMap((id) => [...drive.childrenOf(id)]).map((id) => drive.get(id));
}

const byOrdinal = (a: DriveNode, b: DriveNode) => a.ordinal - b.ordinal;

function firstAtOrAfter(nodes: readonly DriveNode[], ordinal: number): number {
  let [low, high] = [0, nodes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (nodes[middle]!.ordinal < ordinal) low = middle + 1;
    else high = middle;
  }
  return low;
}

const orders: Record<string, (a: DriveNode, b: DriveNode) => number> = {
  name: (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  name_natural: (a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }),
  modifiedTime: (a, b) => a.modified - b.modified,
  createdTime: (a, b) => a.created - b.created,
  folder: (a, b) => Number(b.mimeType === FOLDER) - Number(a.mimeType === FOLDER),
  quotaBytesUsed: (a, b) => (a.content?.size ?? 0) - (b.content?.size ?? 0),
};

function comparator(orderBy: string | null): ((a: DriveNode, b: DriveNode) => number) | null {
  if (orderBy === null || orderBy === '') return null;
  const steps = orderBy.split(',').map((part) => {
    const [key = '', direction] = part.trim().split(/\s+/);
    if (!Object.hasOwn(orders, key) || (direction !== undefined && direction !== 'desc')) {
      throw new GoogleError('invalid', 'Invalid Value', 'orderBy');
    }
    const sign = direction === 'desc' ? -1 : 1;
    return (a: DriveNode, b: DriveNode) => sign * orders[key]!(a, b);
  });
  return (a, b) => {
    for (const step of steps) {
      const result = step(a, b);
      if (result !== 0) return result;
    }
    return byOrdinal(a, b);
  };
}

/** A page token belongs to the search it came from, and to what the app may see. */
function searchKey({ req, drive, grant }: Call): string {
  const parts = ['q', 'orderBy', 'corpora', 'spaces'].map((name) => req.query.get(name) ?? '');
  return createHash('sha256')
    .update([drive.root.id, ...grant.scopes, ...parts].join('\n'))
    .digest('base64url')
    .slice(0, 16);
}

const seal = (search: string, at: number) => `~!!~${Buffer.from(`${search}:${at}`).toString('base64url')}`;

function position({ req }: Call, search: string): number {
  const token = req.query.get('pageToken');
  if (token === null && req.fault?.kind !== 'expire-cursor') return 0;
  const [key, at] = Buffer.from((token ?? '').replace(/^~!!~/, ''), 'base64url')
    .toString()
    .split(':');
  if (key !== search || !/^\d+$/.test(at ?? '') || req.fault?.kind === 'expire-cursor') {
    throw new GoogleError('invalid', 'Invalid Value', 'pageToken');
  }
  return Number(at);
}
