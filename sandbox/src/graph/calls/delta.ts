import type { SandboxResponse } from '../../shared/server.ts';
import { type DriveCall, pageSize, selected, theItem } from '../call.ts';
import { GraphError, jsonAnswer } from '../errors.ts';
import type { Drive } from '../files/drive.ts';
import { deletedItem, driveItem } from '../files/drive-item.ts';
import type { World } from '../world.ts';

/** The content of a token: changes after an entry of the log, in a complete list (`all`) or in a list of changes. */
interface Token {
  drive: string;
  age: number;
  at: number;
  kind: 'all' | 'changes';
}

/**
 * The items of a drive, then its changes. An item that changed several times may come several times, always in its
 * current state; parents of changed items are included unless the caller lets a business drive leave them out.
 */
export function delta(call: DriveCall): SandboxResponse {
  const { drive, req, world } = call;
  if (theItem(call) !== drive.root) throw new GraphError('notSupported', 'Delta is supported at the root only');
  const text = req.query.get('token');
  const end = visible(world, drive);
  if (text === 'latest') return answer(call, [], { kind: 'changes', at: end }, true);
  const token = readToken(call, text);
  const { entries, at } = pageOf(drive, token, end, pageSize(call));
  const ids = new Set(entries);
  const isWithoutParents = drive.type !== 'personal' && req.headers.deltaexcludeparent !== undefined;
  const parents = token.kind === 'changes' && !isWithoutParents ? parentsOf(drive, ids) : [];
  const isFirst = token.kind === 'all' && token.at === 0;
  const all = [...(isFirst ? [drive.root.id] : parents), ...entries];
  const value = all.flatMap((id) => shown(call, id, token.kind));
  const isComplete = at >= end;
  return answer(call, value, isComplete ? { kind: 'changes', at } : { kind: token.kind, at }, isComplete);
}

/** The visible part of the log: feeds lag behind the drive. */
function visible(world: World, drive: Drive): number {
  const { log } = drive;
  let end = Math.min(log.length, world.frozen.get(drive) ?? Number.POSITIVE_INFINITY);
  const before = Date.now() - world.options.lagMs;
  while (end > 0 && log[end - 1]!.time > before) end--;
  return end;
}

function pageOf(drive: Drive, token: Token, end: number, size: number): { entries: string[]; at: number } {
  const entries: string[] = [];
  let { at } = token;
  for (; at < end && entries.length < size; at++) {
    const { id } = drive.log[at]!;
    if (token.kind === 'changes' || (drive.isLast(id, at + 1) && drive.find(id))) entries.push(id);
  }
  return { entries, at };
}

function parentsOf(drive: Drive, ids: ReadonlySet<string>): string[] {
  const parents = new Set<string>();
  for (const id of ids) {
    const node = drive.find(id);
    if (node) for (const folder of drive.ancestorsOf(node)) parents.add(folder.id);
  }
  return [...parents].toReversed().filter((id) => !ids.has(id));
}

function shown(call: DriveCall, id: string, kind: Token['kind']): object[] {
  const { drive } = call;
  const node = drive.find(id);
  if (node) return [driveItem(drive, node, { fields: selected(call), inDelta: true })];
  const gone = drive.deleted(id);
  return gone && kind === 'changes' ? [deletedItem(drive, gone)] : [];
}

function answer(
  { drive, req, world }: DriveCall,
  value: object[],
  place: Pick<Token, 'kind' | 'at'>,
  isComplete: boolean,
): SandboxResponse {
  const token: Token = { drive: drive.id, age: drive.age, ...place };
  const link = new URL(`${world.origin}/v1.0/drives/${drive.id}/root/delta`);
  for (const name of ['$top', '$select']) {
    const asked = req.query.get(name);
    if (asked !== null) link.searchParams.set(name, asked);
  }
  link.searchParams.set('token', Buffer.from(JSON.stringify(token)).toString('base64url'));
  return jsonAnswer({ value, [isComplete ? '@odata.deltaLink' : '@odata.nextLink']: link.href });
}

function readToken({ drive, req, world }: DriveCall, text: string | null): Token {
  if (text === null) return { drive: drive.id, age: drive.age, at: 0, kind: 'all' };
  const token = parsed(text);
  if (token?.drive !== drive.id) throw new GraphError('invalidRequest', 'The token is not valid for this drive');
  if (token.age === drive.age && req.fault?.kind !== 'expire-cursor') return token;
  const location = `${world.origin}/v1.0/drives/${drive.id}/root/delta`;
  // The two hints alternate, because a client must handle both.
  const code = token.at % 2 === 0 ? 'resyncChangesApplyDifferences' : 'resyncChangesUploadDifferences';
  throw new GraphError(code, undefined, { location });
}

function parsed(text: string): Token | null {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as Token;
  } catch {
    return null;
  }
}
