import type { drive_v3 } from '@googleapis/drive';
import type { SandboxResponse } from '../../shared/server.ts';
import { type Call, fieldsOf, pageSize } from '../call.ts';
import { GoogleError, jsonAnswer } from '../errors.ts';
import { applyMask, type Mask, parseMask, within } from '../files/fields.ts';
import { defaultMask, fileResource, fileShape } from '../files/file-resource.ts';
import { driveShape, sharedDriveResource, theSharedDrive } from './shared-drives.ts';

const changeShape = {
  kind: true,
  changeType: true,
  time: true,
  removed: true,
  fileId: true,
  driveId: true,
  file: fileShape,
  drive: driveShape,
} as const;
const listShape = { kind: true, nextPageToken: true, newStartPageToken: true, changes: changeShape } as const;

export function startPageToken(call: Call): SandboxResponse {
  const { drive } = call;
  feedOf(call);
  const answer = { kind: 'drive#startPageToken', startPageToken: String(drive.lastChange) };
  return jsonAnswer(answer satisfies drive_v3.Schema$StartPageToken);
}

/** The last state of every file that changed since the token: a file that changed twice comes once. */
export function listChanges(call: Call): SandboxResponse {
  const { req, drive } = call;
  const max = pageSize(call);
  const fields = fieldsOf(call);
  const mask: Mask =
    fields === null ? new Map(Object.keys(listShape).map((name) => [name, '*'])) : parseMask(fields, listShape);
  const changeMask = within(mask, 'changes') ?? new Map();
  const fileMask = fields === null ? defaultMask : within(changeMask, 'file');
  const changes: drive_v3.Schema$Change[] = [];
  const list: drive_v3.Schema$ChangeList = { kind: 'drive#changeList', changes };
  let at = changesPosition(call);
  for (const change of drive.changesAfter(at, feedOf(call))) {
    if (changes.length === max) {
      list.nextPageToken = String(at);
      break;
    }
    at = change.at;
    const entry = describe(call, change, fileMask, within(changeMask, 'drive'));
    if (!entry.removed || req.query.get('includeRemoved') !== 'false') changes.push(entry);
  }
  if (!list.nextPageToken) list.newStartPageToken = String(drive.lastChange);
  list.changes = changes.map((change) => applyMask(change, withoutFile(changeMask)) as drive_v3.Schema$Change);
  return jsonAnswer(applyMask(list, withoutChanges(mask)));
}

/** The feed of the changes: a shared drive’s or, with null, the account’s. */
function feedOf({ req, drive }: Call): string | null {
  const driveId = req.query.get('driveId');
  if (driveId === null) return null;
  if (req.query.get('supportsAllDrives') !== 'true')
    throw new GoogleError('invalid', 'The supportsAllDrives parameter must be true where driveId is given.', 'driveId');
  return theSharedDrive(drive, driveId).id;
}

function describe(
  call: Call,
  change: { kind: 'file' | 'drive'; id: string; feed: string | null; time: number },
  fileMask: Mask | undefined,
  driveMask: Mask | undefined,
) {
  const { drive } = call;
  const time = new Date(change.time).toISOString();
  if (change.kind === 'drive') {
    const shared = drive.sharedDrives.get(change.id);
    return {
      kind: 'drive#change',
      changeType: 'drive',
      time,
      removed: shared === undefined,
      driveId: change.id,
      ...(shared && { drive: sharedDriveResource(shared, driveMask ?? '*') }),
    } satisfies drive_v3.Schema$Change;
  }
  const here = drive.find(change.id);
  const node = here?.driveId === change.feed ? here : undefined;
  return {
    kind: 'drive#change',
    changeType: 'file',
    time,
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

/** The `fields` mask was applied to the files already. */
const withoutFile = (mask: Mask): Mask =>
  mask === '*' ? mask : new Map([...mask].map(([name, one]) => [name, name === 'file' ? '*' : one]));
const withoutChanges = (mask: Mask): Mask =>
  mask === '*' ? mask : new Map([...mask].map(([name, one]) => [name, name === 'changes' ? '*' : one]));
