import type { drive_v3 } from '@googleapis/drive';
import type { SandboxResponse } from '../../shared/server.ts';
import { type Call, jsonBody } from '../call.ts';
import { GoogleError } from '../errors.ts';
import { may, type SharedDrive } from '../files/shared-drive.ts';
import { answerSharedDrive, theSharedDrive } from './shared-drives.ts';

type Body = drive_v3.Schema$Drive;

/** Once for each request id: a repeated one is refused. */
export async function createSharedDrive(call: Call): Promise<SandboxResponse> {
  const { req, drive } = call;
  const requestId = req.query.get('requestId');
  if (!requestId) throw new GoogleError('required', 'Required parameter: requestId', 'requestId');
  const { name } = await jsonBody<Body>(call);
  if (!name) throw new GoogleError('required', 'The shared drive name is required.', 'drive.name');
  if (drive.sharedDriveRequests.has(requestId)) throw new GoogleError('teamDriveAlreadyExists');
  const shared = drive.addSharedDrive(name, 'organizer');
  drive.sharedDriveRequests.set(requestId, shared.id);
  return answerSharedDrive(call, shared);
}

export async function updateSharedDrive(call: Call): Promise<SandboxResponse> {
  const shared = managed(call);
  const { name, colorRgb, restrictions } = await jsonBody<Body>(call);
  if (name === '') throw new GoogleError('invalid', 'Invalid Value', 'drive.name');
  if (name != null) shared.name = name;
  if (colorRgb != null) shared.colorRgb = colorRgb;
  if (restrictions != null) shared.restrictions = { ...shared.restrictions, ...restrictions };
  call.drive.touchSharedDrive(shared.id);
  return answerSharedDrive(call, shared);
}

/** Only an empty one; what is in its trash goes with it. */
export function deleteSharedDrive(call: Call): SandboxResponse {
  const { drive } = call;
  const { id } = managed(call);
  for (const node of drive.nodes())
    if (node.driveId === id && !drive.isTrashed(node))
      throw new GoogleError('forbidden', 'The shared drive contains items that are not in the trash.');
  drive.leaveSharedDrive(id);
  return { status: 204 };
}

export const hideSharedDrive = (call: Call): SandboxResponse => setHidden(call, true);
export const unhideSharedDrive = (call: Call): SandboxResponse => setHidden(call, false);

/** From the default view of the person, of which no other call knows. */
function setHidden(call: Call, hidden: boolean): SandboxResponse {
  const shared = theSharedDrive(call.drive, call.params.driveId!);
  shared.hidden = hidden;
  call.drive.touchSharedDrive(shared.id);
  return answerSharedDrive(call, shared);
}

function managed({ drive, params }: Call): SharedDrive {
  const shared = theSharedDrive(drive, params.driveId!);
  if (!may.delete(shared.role)) throw new GoogleError('insufficientFilePermissions');
  return shared;
}
