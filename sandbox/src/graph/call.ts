import type { Grant } from '../shared/grants.ts';
import type { SandboxRequest, SandboxResponse } from '../shared/server.ts';
import { GraphError, jsonAnswer } from './errors.ts';
import type { Drive } from './files/drive.ts';
import { driveItem } from './files/drive-item.ts';
import type { GraphNode } from './files/graph-node.ts';
import type { World } from './world.ts';

/** A request whose sender is known. */
export interface Call {
  req: SandboxRequest;
  world: World;
  grant: Grant;
  /** A pre-authenticated address of the file. */
  downloadLink(drive: Drive, node: GraphNode): string;
}

/** A call about one drive, and perhaps one of its items. */
export interface DriveCall extends Call {
  drive: Drive;
  /** The item at the start of the address; the root by default. */
  base: GraphNode;
  /** Names below it, as in `items/{id}:/a/b.txt:`. */
  path: readonly string[];
}

export function theItem({ drive, base, path }: DriveCall): GraphNode {
  const node = drive.at(path, base);
  if (!node) throw new GraphError('itemNotFound');
  return node;
}

export function mustWrite({ world, grant, drive }: DriveCall): void {
  if (!grant.scopes.some((scope) => scope.startsWith('Files.ReadWrite'))) throw new GraphError('accessDenied');
  if (!world.canWrite(grant.person, drive)) throw new GraphError('accessDenied');
}

const SELECTABLE = new Set(
  `id name size eTag cTag createdDateTime lastModifiedDateTime createdBy lastModifiedBy webUrl fileSystemInfo
  parentReference file folder package remoteItem root deleted malware shared description content.downloadUrl
  @microsoft.graph.downloadUrl`.split(/\s+/),
);

export function selected({ req }: Call): ReadonlySet<string> | null {
  const text = req.query.get('$select');
  if (text === null) return null;
  const fields = text.split(',').map((field) => field.trim());
  const unknown = fields.find((field) => !SELECTABLE.has(field));
  if (unknown !== undefined)
    throw new GraphError(
      'invalidRequest',
      `Could not find a property named '${unknown}' on type 'microsoft.graph.driveItem'.`,
    );
  return new Set(fields);
}

export const itemOf = (call: DriveCall, node: GraphNode) =>
  driveItem(call.drive, node, {
    fields: selected(call),
    downloadUrl: (file) => call.downloadLink(call.drive, file),
  });

export const itemAnswer = (call: DriveCall, node: GraphNode, status = 200): SandboxResponse =>
  jsonAnswer(itemOf(call, node), status);

/** The requested page size, up to the limit. */
export function pageSize({ req, world }: Call): number {
  const size = Number(req.query.get('$top') ?? '200');
  if (!Number.isInteger(size) || size < 1) throw new GraphError('invalidRequest', 'Invalid value for $top');
  return Math.min(size, world.options.pageSize);
}

export async function jsonBody<T>({ req }: { req: SandboxRequest }): Promise<T> {
  if (!/^application\/json\b/.test(req.headers['content-type'] ?? ''))
    throw new GraphError('invalidRequest', 'The content type has to be application/json');
  try {
    return JSON.parse((await req.body(1024 * 1024)).toString()) as T;
  } catch {
    throw new GraphError('invalidRequest', 'Unable to read JSON request payload');
  }
}

export type ConflictBehavior = 'fail' | 'replace';

export function conflictBehavior(value: unknown, usual: ConflictBehavior): ConflictBehavior {
  if (value === undefined || value === null) return usual;
  if (value === 'fail' || value === 'replace') return value;
  throw new GraphError('invalidRequest', 'conflictBehavior has to be fail or replace');
}

export const CONFLICT = '@microsoft.graph.conflictBehavior';
