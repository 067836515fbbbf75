import { type Plan, type PlanLimit, planLimits } from '@sheaf/contract';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { excessInWords, nameOfPlan } from '../plans/index.ts';
import { usedStorage } from '../storage/index.ts';
import { usageOf } from './usage.queries.ts';

interface Exceeded {
  limit: PlanLimit;
  used: number;
  allowed: number;
}

/** Returns the limits of a plan that the workspace exceeds, without monthly limits, which reset on their own. */
export async function exceededBy(
  services: Services,
  organizationId: string,
  plan: Plan,
  tx: Executor = services.db,
): Promise<Exceeded[]> {
  const { members, accounts } = await usageOf(tx, organizationId);
  const used = { members, accounts, storage_bytes: await usedStorage(services, organizationId, { tx }) };
  return (['members', 'accounts', 'storage_bytes'] as const).flatMap((limit) => {
    const allowed = planLimits[plan][limit];
    return allowed !== null && used[limit] > allowed ? [{ limit, used: used[limit], allowed }] : [];
  });
}

/** Throws if the workspace exceeds the plan, with what to reduce. */
export async function mustFit(services: Services, organizationId: string, plan: Plan, tx?: Executor): Promise<void> {
  const exceeded = await exceededBy(services, organizationId, plan, tx);
  if (exceeded.length === 0) return;
  const errors = Object.fromEntries(exceeded.map(({ limit, used }) => [limit, [excessInWords(plan, limit, used)]]));
  throw new AppError('over_limits', `This workspace uses more than the ${nameOfPlan(plan)} plan includes.`, { errors });
}
