import { createHash } from 'node:crypto';
import type { drive_v3 } from '@googleapis/drive';
import type { SandboxResponse } from '../../shared/server.ts';
import { type Call, fieldsOf, pageSize } from '../call.ts';
import { GoogleError, jsonAnswer } from '../errors.ts';
import type { Drive } from '../files/drive.ts';
import type { DriveNode } from '../files/drive-node.ts';
import { applyMask, type Mask, parseMask, within } from '../files/fields.ts';
import { defaultMask, fileResource, fileShape } from '../files/file-resource.ts';
import { parseQuery } from '../files/query.ts';
import { orders } from '../files/query-terms.ts';
import { theSharedDrive } from './shared-drives.ts';

const listShape = { kind: true, nextPageToken: true, incompleteSearch: true, files: fileShape } as const;
const defaultListMask: Mask = new Map<string, Mask>([
  ['kind', '*'],
  ['nextPageToken', '*'],
  ['incompleteSearch', '*'],
  ['files', defaultMask],
]);

export function listFiles(call: Call): SandboxResponse {
  const { drive } = call;
  const max = pageSize(call);
  const fields = fieldsOf(call);
  const mask = fields === null ? defaultListMask : parseMask(fields, listShape);
  const search = searchKey(call);
  const from = position(call, search);
  const { files, next } = page(call, search, from, max);
  const incompleteSearch = leaveOutHalf(drive, files);
  const fileMask = within(mask, 'files');
  const list = {
    kind: 'drive#fileList',
    incompleteSearch,
    ...(next === null ? {} : { nextPageToken: seal(search, next) }),
    files: fileMask ? files.map((node) => fileResource(node, drive, fileMask)) : [],
  } satisfies drive_v3.Schema$FileList;
  return jsonAnswer(
    mask === '*'
      ? list
      : applyMask(list, new Map([...mask].map(([name, one]) => [name, name === 'files' ? '*' : one]))),
  );
}

/** Marks a search that didn’t reach everything. */
function leaveOutHalf({ oddities }: Drive, files: DriveNode[]): boolean {
  if (!oddities.incompleteSearches) return false;
  oddities.incompleteSearches--;
  files.splice(0, Math.ceil(files.length / 2));
  return true;
}

/** By default files are in order of creation, so a page token is the last one's position and edits shift nothing. */
function page(call: Call, search: string, from: number, max: number): { files: DriveNode[]; next: number | null } {
  const matches = matching(call, search);
  if (call.drive.oddities.flatListsShift && isFlat(call)) return shiftingPage(call.drive, matches, from, max);
  const all = matches.nodes;
  const ordered = Boolean(call.req.query.get('orderBy'));
  const first = ordered ? from : firstAtOrAfter(all, from);
  const files = all.slice(first, first + max);
  const more = first + max < all.length;
  return { files, next: more ? (ordered ? first + max : files.at(-1)!.ordinal + 1) : null };
}

const isFlat = ({ req }: Call) => !req.query.get('orderBy') && !/ in parents/.test(req.query.get('q') ?? '');

/** Newest change first; the token is the start of the next page, which repeats one file. */
function shiftingPage(drive: Drive, matches: Matches, from: number, max: number) {
  matches.newestFirst ??= matches.nodes
    .map((node) => ({ node, rank: drive.changedAt(node) * 1_000_000 + node.ordinal }))
    .sort((a, b) => b.rank - a.rank);
  const left = matches.newestFirst.filter(({ rank }) => from === 0 || rank <= from);
  const shown = left.slice(0, Math.max(2, max));
  return { files: shown.map(({ node }) => node), next: left.length > shown.length ? shown.at(-1)!.rank : null };
}

interface Matches {
  version: string;
  nodes: DriveNode[];
  /** The same by their last change, once a list in that order was asked for. */
  newestFirst?: { node: DriveNode; rank: number }[];
}
const MAX_REMEMBERED = 8;
const remembered = new WeakMap<Drive, Map<string, Matches>>();

/** All results of a search, cached until something changes: the next page is usually requested soon. */
function matching(call: Call, search: string): Matches {
  const { drive } = call;
  const known = remembered.get(drive) ?? new Map<string, Matches>();
  remembered.set(drive, known);
  const version = `${drive.lastChange}/${drive.size}/${JSON.stringify(drive.oddities)}`;
  const hit = known.get(search);
  if (hit?.version === version) return hit;
  const matches: Matches = { version, nodes: searched(call) };
  known.delete(search);
  known.set(search, matches);
  if (known.size > MAX_REMEMBERED) known.delete(known.keys().next().value!);
  return matches;
}

function searched(call: Call): DriveNode[] {
  const { req, drive } = call;
  const isInCorpus = corpusOf(call);
  const query = parseQuery(req.query.get('q') ?? '');
  const order = comparator(req.query.get('orderBy')) ?? byOrdinal;
  const candidates = query.parents ? childrenOf(drive, query.parents) : [...drive.nodes()];
  return candidates
    .filter((node) => (node.listed || query.parents || node.driveId !== null) && query.fits(node, drive))
    .filter((node) => node.ordinal < drive.newFrom && isInCorpus(node, query.parents !== null))
    .filter(query.parents ? () => true : notLeftOut(drive))
    .sort(order);
}

/** The files that a search covers. Without a corpus, those of the account; in named folders, also others. */
function corpusOf({ req, drive }: Call): (node: DriveNode, isByParent: boolean) => boolean {
  const ask = (name: string) => req.query.get(name);
  const refuse = (message: string, location: string): never => {
    throw new GoogleError('invalid', message, location);
  };
  const [corpora, driveId] = [ask('corpora') ?? (ask('driveId') === null ? 'user' : 'drive'), ask('driveId')];
  if (!['user', 'domain', 'drive', 'allDrives'].includes(corpora)) refuse('Invalid Value', 'corpora');
  if ((corpora === 'drive') !== (driveId !== null))
    refuse('The driveId parameter must be specified if and only if corpora is set to drive.', 'driveId');
  const withAll = ask('includeItemsFromAllDrives') === 'true';
  if (withAll && ask('supportsAllDrives') !== 'true')
    refuse('The supportsAllDrives parameter must be true.', 'includeItemsFromAllDrives');
  if ((corpora === 'drive' || corpora === 'allDrives') && !withAll)
    refuse('The includeItemsFromAllDrives parameter must be set to true.', 'includeItemsFromAllDrives');
  if (driveId !== null) theSharedDrive(drive, driveId);
  if (corpora === 'allDrives') return () => true;
  if (corpora === 'drive') return (node) => node.driveId === driveId;
  return (node, isByParent) => node.driveId === null || (isByParent && withAll);
}

const notLeftOut =
  ({ oddities: { flatListsLeaveOut } }: Drive) =>
  (_: DriveNode, at: number) =>
    flatListsLeaveOut === undefined || at % flatListsLeaveOut !== 0;

/** A folder that does not exist is an error, not an empty list. */
function childrenOf(drive: Drive, parents: readonly string[]): DriveNode[] {
  const folders = new Set(parents.map((parent) => drive.get(parent).id));
  const { groups } = drive.oddities;
  const isAnswered = (_: string, at: number) =>
    folders.size === 1 || groups === undefined || (groups !== 'empty' && (groups === 'drop children' || at % 3 !== 2));
  const isLeftOut = (at: number) => folders.size > 1 && groups === 'drop children' && at % 3 === 2;
  const found = [...folders]
    .filter(isAnswered)
    .flatMap((id) => [...drive.childrenOf(id)].filter((_, at) => !isLeftOut(at)));
  return [...new Set(found)].map((id) => drive.get(id));
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

function comparator(orderBy: string | null): ((a: DriveNode, b: DriveNode) => number) | null {
  if (orderBy === null || orderBy === '') return null;
  const steps = orderBy.split(',').map((key) => {
    if (!Object.hasOwn(orders, key)) throw new GoogleError('invalid', 'Invalid Value', 'orderBy');
    return orders[key]!;
  });
  return (a, b) => steps.reduce((order, step) => order || step(a, b), 0) || byOrdinal(a, b);
}

/** A page token belongs to the search it came from, and to the app’s visibility. */
function searchKey({ req, drive, grant }: Call): string {
  const parts = ['q', 'orderBy', 'corpora', 'spaces', 'driveId', 'includeItemsFromAllDrives'].map(
    (name) => req.query.get(name) ?? '',
  );
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
