import type { drive_v3 } from '@googleapis/drive';
import type { SandboxResponse } from '../shared/server.ts';
import type { Call } from './call.ts';
import { GoogleError, jsonAnswer } from './errors.ts';
import { applyMask, parseMask } from './fields.ts';
import { user } from './file-resource.ts';
import { exportFormats } from './mime-types.ts';

const userShape = {
  kind: true,
  displayName: true,
  photoLink: true,
  me: true,
  permissionId: true,
  emailAddress: true,
} as const;
const quotaShape = { limit: true, usage: true, usageInDrive: true, usageInDriveTrash: true } as const;
const shape = {
  kind: true,
  user: userShape,
  storageQuota: quotaShape,
  exportFormats: true,
  importFormats: true,
  maxImportSizes: true,
  maxUploadSize: true,
  appInstalled: true,
  canCreateDrives: true,
} as const;

export function about({ req, drive }: Call): SandboxResponse {
  const fields = req.query.get('fields');
  if (fields === null)
    throw new GoogleError('required', "The 'fields' parameter is required for this method.", 'fields');
  const { total, trash } = drive.usage;
  const everything = {
    kind: 'drive#about',
    user: user(drive, true),
    storageQuota: {
      ...(drive.limit !== null && { limit: String(drive.limit) }),
      usage: String(total),
      usageInDrive: String(total),
      usageInDriveTrash: String(trash),
    },
    exportFormats,
    importFormats: {},
    maxImportSizes: {},
    maxUploadSize: '5242880000000',
    appInstalled: true,
    canCreateDrives: false,
  } satisfies drive_v3.Schema$About;
  return jsonAnswer(applyMask(everything, parseMask(fields, shape)));
}

/** Nobody here has shared drives. */
export function listDrives(): SandboxResponse {
  return jsonAnswer({ kind: 'drive#driveList', drives: [] } satisfies drive_v3.Schema$DriveList);
}
