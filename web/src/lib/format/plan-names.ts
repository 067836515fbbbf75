import type { Plan } from '@sheaf/contract';

export const planNames = { free: 'Free', team: 'Team', business: 'Business' } as const satisfies Record<Plan, string>;
