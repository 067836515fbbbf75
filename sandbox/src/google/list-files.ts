import { createHash } from 'node:crypto';
import type { drive_v3 } from '@googleapis/drive';
import type { SandboxResponse } from '../shared/server.ts';
import { type Call, isOpenTo, pageSize } from './call.ts';
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
  const { files, next } = page(call, from, most);
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
function page({ req, drive, grant }: Call, from: number, most: number): { files: DriveNode[]; next: number | null } {
  const query = parseQuery(req.query.get('q') ?? '');
  const order = comparator(req.query.get('orderBy'));
  const fits = (node: DriveNode) =>
    (node.listed || query.parents !== null) && query.fits(node, drive) && isOpenTo(grant, node);
  let candidates: Iterable<DriveNode> = drive.nodes();
  if (query.parents) {
    for (const parent of query.parents) drive.get(parent);
    const ids = new Set(query.parents.flatMap((parent) => [...drive.childrenOf(parent)]));
    candidates = [...ids].map((id) => drive.get(id)).sort((a, b) => a.ordinal - b.ordinal);
  }
  if (order) {
    const sorted = [...candidates].filter(fits).sort(order);
    const files = sorted.slice(from, from + most);
    return { files, next: from + most < sorted.length ? from + most : null };
  }
  const files: DriveNode[] = [];
  for (const node of candidates) {
    if (node.ordinal < from || !fits(node)) continue;
    if (files.length === most) return { files, next: files.at(-1)!.ordinal + 1 };
    files.push(node);
  }
  return { files, next: null };
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
    return a.ordinal - b.ordinal;
  };
}

/** A page token belongs to the search it came from. */
function searchKey({ req, drive }: Call): string {
  const parts = ['q', 'orderBy', 'corpora', 'spaces'].map((name) => req.query.get(name) ?? '');
  return createHash('sha256')
    .update([drive.root.id, ...parts].join('\n'))
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
