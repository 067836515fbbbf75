import type { drive_v3 } from '@googleapis/drive';
import type { SandboxResponse } from '../shared/server.ts';
import { type Call, isOpenTo, pageSize } from './call.ts';
import { GoogleError, jsonAnswer } from './errors.ts';
import { applyMask, type Mask, parseMask, within } from './fields.ts';
import { defaultMask, fileResource, fileShape } from './file-resource.ts';

const changeShape = {
  kind: true,
  changeType: true,
  type: true,
  time: true,
  removed: true,
  fileId: true,
  driveId: true,
  file: fileShape,
} as const;
const listShape = { kind: true, nextPageToken: true, newStartPageToken: true, changes: changeShape } as const;

export function startPageToken({ drive }: Call): SandboxResponse {
  const answer = { kind: 'drive#startPageToken', startPageToken: String(drive.lastChange) };
  return jsonAnswer(answer satisfies drive_v3.Schema$StartPageToken);
}

/** The last state of every file that changed since the token: a file that changed twice comes once. */
export function listChanges(call: Call): SandboxResponse {
  const { req, drive } = call;
  const most = pageSize(call);
  const fields = req.query.get('fields');
  const mask: Mask =
    fields === null ? new Map(Object.keys(listShape).map((name) => [name, '*'])) : parseMask(fields, listShape);
  const changeMask = within(mask, 'changes') ?? new Map();
  const fileMask = fields === null ? defaultMask : within(changeMask, 'file');
  const changes: drive_v3.Schema$Change[] = [];
  const list: drive_v3.Schema$ChangeList = { kind: 'drive#changeList', changes };
  let at = changesPosition(call);
  for (const change of drive.changesAfter(at)) {
    if (changes.length === most) {
      list.nextPageToken = String(at);
      break;
    }
    at = change.at;
    const entry = describe(call, change, fileMask);
    if (!entry.removed || req.query.get('includeRemoved') !== 'false') changes.push(entry);
  }
  if (!list.nextPageToken) list.newStartPageToken = String(drive.lastChange);
  list.changes = changes.map((change) => applyMask(change, withoutFile(changeMask)) as drive_v3.Schema$Change);
  return jsonAnswer(applyMask(list, withoutChanges(mask)));
}

function describe({ drive, grant }: Call, change: { id: string; time: number }, fileMask: Mask | undefined) {
  const found = drive.find(change.id);
  const node = found && isOpenTo(grant, found) ? found : undefined;
  return {
    kind: 'drive#change',
    changeType: 'file',
    time: new Date(change.time).toISOString(),
    removed: node === undefined,
    fileId: change.id,
    ...(node && fileMask && { file: fileResource(node, drive, fileMask) }),
  } satisfies drive_v3.Schema$Change;
}

export function changesPosition({ req, drive }: Call): number {
  const token = req.query.get('pageToken');
  if (token === null) throw new GoogleError('required', 'Required parameter: pageToken', 'pageToken');
  const at = Number(token);
  if (!/^\d{1,15}$/.test(token) || at > drive.lastChange || req.fault?.kind === 'expire-cursor') {
    throw new GoogleError('invalid', 'Invalid Value', 'pageToken');
  }
  return at;
}

/** Files were masked when they were made. */
const withoutFile = (mask: Mask): Mask =>
  mask === '*' ? mask : new Map([...mask].map(([name, one]) => [name, name === 'file' ? '*' : one]));
const withoutChanges = (mask: Mask): Mask =>
  mask === '*' ? mask : new Map([...mask].map(([name, one]) => [name, name === 'changes' ? '*' : one]));
