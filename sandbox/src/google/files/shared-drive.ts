import type { DriveNode } from './drive-node.ts';

export type MemberRole = 'organizer' | 'fileOrganizer' | 'writer' | 'commenter' | 'reader';

/** A shared drive as one of its members sees it. Its topmost folder has its id. */
export interface SharedDrive {
  id: string;
  name: string;
  role: MemberRole;
  created: number;
}

/** A member’s permissions for the drive’s contents. */
export const may = {
  edit: (role: MemberRole) => role === 'organizer' || role === 'fileOrganizer' || role === 'writer',
  trash: (role: MemberRole) => role === 'organizer' || role === 'fileOrganizer',
  delete: (role: MemberRole) => role === 'organizer',
};

export const isTopOfSharedDrive = (node: DriveNode) => node.id === node.driveId;
