import type { Grant } from '../shared/grants.ts';
import type { SandboxRequest } from '../shared/server.ts';
import { GoogleError } from './errors.ts';
import type { Drive } from './files/drive.ts';
import type { DriveNode } from './files/drive-node.ts';
import { type Mask, parseMask } from './files/fields.ts';
import { defaultMask, fileShape, resourceKey } from './files/file-resource.ts';
import type { Mailbox } from './gmail/mailbox.ts';

/** A request whose sender and account are known. */
export interface Call {
  req: SandboxRequest;
  drive: Drive;
  mailbox: Mailbox;
  grant: Grant;
  /** The address of this server, for links back to it. */
  origin: string;
  maxPerPage: number;
  /** The named parts of the path. */
  params: Readonly<Record<string, string>>;
}

export const SCOPES = {
  full: 'https://www.googleapis.com/auth/drive',
  readonly: 'https://www.googleapis.com/auth/drive.readonly',
} as const;

export const MAIL_SCOPES = {
  full: 'https://mail.google.com/',
  modify: 'https://www.googleapis.com/auth/gmail.modify',
  readonly: 'https://www.googleapis.com/auth/gmail.readonly',
  metadata: 'https://www.googleapis.com/auth/gmail.metadata',
} as const;

export function theFile({ req, drive, params }: Call): DriveNode {
  const node = drive.get(params.fileId!);
  // Apps that don’t declare support for shared drives don’t see their contents.
  const isHidden = node.driveId !== null && req.query.get('supportsAllDrives') !== 'true';
  const key = resourceKey(node, drive);
  const sent = String(req.headers['x-goog-drive-resource-keys'] ?? '').split(',');
  const isLocked = key !== null && !sent.includes(`${node.id}/${key}`);
  if (isHidden || isLocked) throw new GoogleError('notFound', `File not found: ${node.id}.`, 'fileId');
  return node;
}

/** The `fields` of a call; empty ones count as missing. */
export const fieldsOf = ({ req }: Call): string | null => req.query.get('fields') || null;

/** The `fields` of a call that answers with one file. */
export function fileMask(call: Call): Mask {
  const fields = fieldsOf(call);
  return fields === null ? defaultMask : parseMask(fields, fileShape);
}

/** The requested page size, up to Drive’s limit. */
export function pageSize({ req, maxPerPage }: Call): number {
  const text = req.query.get('pageSize') ?? '100';
  const size = Number(text);
  if (!Number.isInteger(size) || size < 1) throw new GoogleError('invalid', 'Invalid Value', 'pageSize');
  return Math.min(size, maxPerPage);
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
