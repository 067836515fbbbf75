import type { drive_v3 } from '@googleapis/drive';
import type { SandboxResponse } from '../../shared/server.ts';
import type { Call } from '../call.ts';
import { GoogleError } from '../errors.ts';
import type { Drive } from '../files/drive.ts';
import { applyMask, type Mask } from '../files/fields.ts';
import { may, type SharedDrive } from '../files/shared-drive.ts';
import { answerList, answerOne } from './resources.ts';

const capabilities = ({ role }: SharedDrive) =>
  ({
    canAddChildren: may.edit(role),
    canComment: role !== 'reader',
    canCopy: true,
    canDeleteChildren: may.delete(role),
    canDeleteDrive: may.delete(role),
    canDownload: true,
    canEdit: may.edit(role),
    canListChildren: true,
    canManageMembers: may.delete(role),
    canReadRevisions: may.edit(role),
    canRename: may.edit(role),
    canRenameDrive: may.delete(role),
    canShare: may.trash(role),
    canTrashChildren: may.trash(role),
  }) satisfies drive_v3.Schema$Drive['capabilities'];

const makers = {
  kind: () => 'drive#drive',
  id: ({ id }) => id,
  name: ({ name }) => name,
  colorRgb: ({ colorRgb = '#1a73e8' }) => colorRgb,
  createdTime: ({ created }) => new Date(created).toISOString(),
  hidden: ({ hidden }) => hidden,
  capabilities,
  themeId: null,
  backgroundImageFile: null,
  backgroundImageLink: null,
  orgUnitId: null,
  restrictions: ({ restrictions }) => restrictions,
} satisfies {
  [Field in keyof drive_v3.Schema$Drive]-?: ((shared: SharedDrive) => drive_v3.Schema$Drive[Field]) | null;
};

const usual = ['kind', 'id', 'name'];

export function sharedDriveResource(shared: SharedDrive, mask: Mask): drive_v3.Schema$Drive {
  const all = Object.entries(makers).flatMap(([name, make]) => (make === null ? [] : [[name, make(shared)]]));
  return applyMask(Object.fromEntries(all), mask) as drive_v3.Schema$Drive;
}

export function theSharedDrive({ sharedDrives }: Drive, id: string): SharedDrive {
  const shared = sharedDrives.get(id);
  if (!shared) throw new GoogleError('notFound', `Shared drive not found: ${id}`, 'driveId');
  return shared;
}

export function getSharedDrive(call: Call): SandboxResponse {
  return answerSharedDrive(call, theSharedDrive(call.drive, call.params.driveId!));
}

export const answerSharedDrive = (call: Call, shared: SharedDrive): SandboxResponse =>
  answerOne(call, 'Drive', sharedDriveResource(shared, '*'), usual);

export function listSharedDrives(call: Call): SandboxResponse {
  const all = [...call.drive.sharedDrives.values()].map((shared) => sharedDriveResource(shared, '*'));
  return answerList(call, { schema: 'DriveList', of: 'drives', all, usual, size: [10, 100] });
}
