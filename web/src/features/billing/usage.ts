import type { PlanLimit, Subscription } from '@sheaf/contract';

/** From this percentage on, a bar changes its color and suggests what to do. */
const NEAR_PERCENT = 80;

export interface Usage {
  limit: PlanLimit;
  used: number;
  /** How many of those used are invitations. */
  invitations: number;
  /** null: without limit. */
  allowed: number | null;
  /** 0 where there is no limit; more than 100 is possible after a downgrade by the provider. */
  percent: number;
  level: 'fine' | 'near' | 'full';
}

export function usageOf({ limits, usage }: Pick<Subscription, 'limits' | 'usage'>, limit: PlanLimit): Usage {
  const used = usage[limit];
  const allowed = limits[limit];
  const invitations = limit === 'members' ? usage.invitations : 0;
  const percent = allowed === null ? 0 : allowed === 0 ? 100 : (used / allowed) * 100;
  const level = percent >= 100 ? 'full' : percent >= NEAR_PERCENT ? 'near' : 'fine';
  return { limit, used, invitations, allowed, percent, level };
}

/** How to make room, besides a larger plan. */
export const waysOut = {
  members: 'Remove a member or revoke an invitation',
  accounts: 'Delete an account in Apps',
  storage_bytes: 'Delete files, or accounts you no longer sync',
  ai_messages: 'Wait until next month',
  transfer_bytes: 'Wait until next month',
} as const satisfies Record<PlanLimit, string>;
