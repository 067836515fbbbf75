import { type BillingInterval, type Plan, planLimits } from '@sheaf/contract';
import type { PlanChoice } from './api/subscription.ts';

/** The query of /plans/upgrade: the plan that was chosen before a card was added, if any. */
export function planSearch(search: { plan?: unknown; interval?: unknown }): PlanChoice | null {
  const { plan, interval } = search;
  const known = typeof plan === 'string' && Object.hasOwn(planLimits, plan);
  if (!known || (interval !== 'month' && interval !== 'year')) return null;
  return { plan: plan as Plan, interval: interval satisfies BillingInterval };
}
