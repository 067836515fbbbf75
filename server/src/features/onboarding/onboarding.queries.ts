import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

interface Owner {
  organization_id: string;
  user_id: string;
}

export function stepsOf(db: Executor, { organization_id, user_id }: Owner) {
  return db
    .selectFrom('onboarding_steps')
    .select(['step', 'state', 'plan', 'billing_interval'])
    .where('organization_id', '=', organization_id)
    .where('user_id', '=', user_id)
    .orderBy('step')
    .execute();
}

interface Step extends Owner {
  step: number;
  state: string;
  plan?: string;
  billing_interval?: string;
}

/** Completed steps stay completed, and a choice is kept until the next one. */
export async function saveStep(db: Executor, step: Step): Promise<void> {
  await db
    .insertInto('onboarding_steps')
    .values(step)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'user_id', 'step']).doUpdateSet({
        state: sql`case when onboarding_steps.state = 'completed' then 'completed' else excluded.state end`,
        plan: sql`coalesce(excluded.plan, onboarding_steps.plan)`,
        billing_interval: sql`coalesce(excluded.billing_interval, onboarding_steps.billing_interval)`,
      }),
    )
    .execute();
}
