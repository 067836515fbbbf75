import type { drive_v3 } from '@googleapis/drive';
import type { SandboxResponse } from '../../shared/server.ts';
import { type Call, fieldsOf } from '../call.ts';
import { GoogleError, jsonAnswer } from '../errors.ts';
import { applyMask, parseMask } from '../files/fields.ts';
import { exportFormats } from '../files/mime-types.ts';
import { user } from '../files/users.ts';

const shape = { kind: true, user: 'any', storageQuota: 'any', exportFormats: 'any', importFormats: 'any' } as const;

export function about(call: Call): SandboxResponse {
  const { drive } = call;
  const fields = fieldsOf(call);
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
  } satisfies drive_v3.Schema$About;
  return jsonAnswer(applyMask(everything, parseMask(fields, shape)));
}
