import type { drive_v3 } from '@googleapis/drive';
import type { Drive } from './drive.ts';
import type { DriveNode } from './drive-node.ts';
import type { Permission, PermissionRole } from './permission.ts';
import { permissionId, stranger, user } from './users.ts';

/** A permission, and where it was given: to the file itself or to a folder around it. */
export type HeldPermission = Permission & { from: DriveNode };

/** Everybody who has access, each once: who owns it, then who was given it, nearest first. */
export function permissionsOf(node: DriveNode, drive: Drive): HeldPermission[] {
  const held = new Map<string, HeldPermission>();
  const add = (permission: HeldPermission) => {
    if (!held.has(permission.id)) held.set(permission.id, permission);
  };
  if (node.driveId === null) {
    add({ ...(node.role === 'owner' ? mine(drive, 'owner') : owning()), from: node });
    if (node.role !== 'owner') add({ ...mine(drive, node.role), from: node });
  } else {
    const top = drive.get(node.driveId);
    add({ ...mine(drive, drive.sharedDrives.get(node.driveId)!.role), from: top });
  }
  for (let at: DriveNode | undefined = node; at; at = at.parent === null ? undefined : drive.find(at.parent))
    for (const permission of at.permissions) add({ ...permission, from: at });
  return [...held.values()];
}

const mine = (drive: Drive, role: PermissionRole): Permission => ofUser(user(drive, true), permissionId(drive), role);
const owning = (): Permission => ofUser(stranger(), stranger().permissionId!, 'owner');
const ofUser = ({ emailAddress, displayName }: drive_v3.Schema$User, id: string, role: PermissionRole): Permission => ({
  id,
  type: 'user',
  role,
  emailAddress: emailAddress!,
  displayName: displayName!,
});

export function permissionResource(
  { from, ...permission }: HeldPermission,
  node: DriveNode,
): drive_v3.Schema$Permission {
  const { type, role } = permission;
  const isPerson = type === 'user' || type === 'group';
  const inherited = from !== node;
  return {
    kind: 'drive#permission',
    ...permission,
    ...(isPerson && { deleted: false, pendingOwner: permission.pendingOwner ?? false }),
    ...(node.driveId !== null && {
      permissionDetails: [
        {
          permissionType: from.id === node.driveId ? 'member' : 'file',
          role,
          inherited,
          ...(inherited && { inheritedFrom: from.id }),
        },
      ],
    }),
  };
}
