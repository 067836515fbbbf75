import type { Plan, Role } from '@sheaf/contract';

export const planNames = { free: 'Free', team: 'Team', business: 'Business' } as const satisfies Record<Plan, string>;

export const roleNames = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  guest: 'Guest',
} as const satisfies Record<Role, string>;
