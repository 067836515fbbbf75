import type { Role } from '@sheaf/contract';

export const roleNames = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  guest: 'Guest',
} as const satisfies Record<Role, string>;
