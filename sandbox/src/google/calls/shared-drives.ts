import type { drive_v3 } from '@googleapis/drive';
import type { SandboxResponse } from '../../shared/server.ts';
import { type Call, fieldsOf } from '../call.ts';
import { GoogleError, jsonAnswer } from '../errors.ts';
import type { Drive } from '../files/drive.ts';
import { applyMask, type Mask, parseMask } from '../files/fields.ts';
import { may, type SharedDrive } from '../files/shared-drive.ts';

export const driveShape = {
  kind: true,
  id: true,
  name: true,
  createdTime: true,
  capabilities: 'any',
  restrictions: 'any',
} as const;
const listShape = { kind: true, nextPageToken: true, drives: driveShape } as const;

const usual: Mask = new Map(['kind', 'id', 'name'].map((name) => [name, '*']));
const [USUAL_SIZE, MAX_SIZE] = [10, 100];

export function sharedDriveResource({ id, name, created, role }: SharedDrive, mask: Mask): drive_v3.Schema$Drive {
  const all = {
    kind: 'drive#drive',
    id,
    name,
    createdTime: new Date(created).toISOString(),
    capabilities: {
      canAddChildren: may.edit(role),
      canDeleteChildren: may.delete(role),
      canEdit: may.edit(role),
      canListChildren: true,
      canRename: may.edit(role),
      canTrashChildren: may.trash(role),
    },
  } satisfies drive_v3.Schema$Drive;
  return applyMask(all, mask) as drive_v3.Schema$Drive;
}

export function theSharedDrive({ sharedDrives }: Drive, id: string): SharedDrive {
  const shared = sharedDrives.get(id);
  if (!shared) throw new GoogleError('notFound', `Shared drive not found: ${id}`, 'driveId');
  return shared;
}

export function getSharedDrive(call: Call): SandboxResponse {
  const shared = theSharedDrive(call.drive, call.params.driveId!);
  const fields = fieldsOf(call);
  return jsonAnswer(sharedDriveResource(shared, fields === null ? usual : parseMask(fields, driveShape)));
}

export function listSharedDrives(call: Call): SandboxResponse {
  const { req, drive, maxPerPage } = call;
  const asked = wholeNumber(req.query.get('pageSize') ?? String(USUAL_SIZE), 'pageSize');
  if (asked < 1 || asked > MAX_SIZE) throw new GoogleError('invalid', 'Invalid Value', 'pageSize');
  const from = wholeNumber(req.query.get('pageToken') ?? '0', 'pageToken');
  const next = from + Math.min(asked, maxPerPage);
  const fields = fieldsOf(call);
  const mask =
    fields === null
      ? new Map([...Object.keys(listShape).map((name) => [name, '*'] as const), ['drives', usual] as const])
      : parseMask(fields, listShape);
  const list = {
    kind: 'drive#driveList',
    ...(next < drive.sharedDrives.size && { nextPageToken: String(next) }),
    drives: [...drive.sharedDrives.values()].slice(from, next).map((shared) => sharedDriveResource(shared, '*')),
  };
  return jsonAnswer(applyMask(list, mask));
}

function wholeNumber(text: string, parameter: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new GoogleError('invalid', 'Invalid Value', parameter);
  return Number(text);
}
