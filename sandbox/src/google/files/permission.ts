/** What somebody may do with a file. */
export interface Permission {
  id: string;
  type: 'user' | 'group' | 'domain' | 'anyone';
  role: PermissionRole;
  /** Of a user or a group. */
  emailAddress?: string;
  displayName?: string;
  domain?: string;
  /** Of a domain or anyone: whether searches find the file. */
  allowFileDiscovery?: boolean;
  expirationTime?: string;
  /** The owner has offered the file to this user. */
  pendingOwner?: boolean;
}

export const permissionRoles = ['owner', 'organizer', 'fileOrganizer', 'writer', 'commenter', 'reader'] as const;
export type PermissionRole = (typeof permissionRoles)[number];
