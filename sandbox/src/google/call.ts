import type { Grant } from '../shared/grants.ts';
import type { SandboxRequest } from '../shared/server.ts';
import type { Drive } from './drive.ts';
import type { DriveNode } from './drive-node.ts';
import { GoogleError } from './errors.ts';
import { type Mask, parseMask } from './fields.ts';
import { defaultMask, fileShape } from './file-resource.ts';

/** A request whose sender and account are known. */
export interface Call {
  req: SandboxRequest;
  drive: Drive;
  grant: Grant;
  /** The address of this server, for links that lead back. */
  origin: string;
  mostPerPage: number;
  /** Named parts of the path. */
  params: Readonly<Record<string, string>>;
}

export const SCOPES = {
  full: 'https://www.googleapis.com/auth/drive',
  readonly: 'https://www.googleapis.com/auth/drive.readonly',
  metadata: 'https://www.googleapis.com/auth/drive.metadata.readonly',
  file: 'https://www.googleapis.com/auth/drive.file',
} as const;

/** An app that was only let in to its own files sees no others. */
export function isOpenTo(grant: Grant, node: DriveNode): boolean {
  return node.byApp || [SCOPES.full, SCOPES.readonly, SCOPES.metadata].some((scope) => grant.scopes.includes(scope));
}

export function theFile({ drive, grant, params }: Call): DriveNode {
  const node = drive.get(params.fileId!);
  if (!isOpenTo(grant, node) && node !== drive.root)
    throw new GoogleError('notFound', `File not found: ${node.id}.`, 'fileId');
  return node;
}

/** The `fields` of a call that answers with one file. */
export function fileMask({ req }: Call): Mask {
  const fields = req.query.get('fields');
  return fields === null ? defaultMask : parseMask(fields, fileShape);
}

/** As asked, up to what Drive gives. */
export function pageSize({ req, mostPerPage }: Call): number {
  const text = req.query.get('pageSize') ?? '100';
  const size = Number(text);
  if (!Number.isInteger(size) || size < 1) throw new GoogleError('invalid', 'Invalid Value', 'pageSize');
  return Math.min(size, mostPerPage);
}

export async function jsonBody<T>({ req }: Call): Promise<T> {
  return parseJson(await req.body(1024 * 1024)) as T;
}

export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new GoogleError('parseError');
  }
}
