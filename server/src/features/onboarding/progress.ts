import type { OnboardingProgress } from '@sheaf/contract';
import type { Executor } from '../../db/pool.ts';
import { type Member, ownedBy } from '../../http/viewer.ts';
import { saveStep, stepsOf } from './onboarding.queries.ts';

type State = OnboardingProgress['steps'][number]['state'];
type Choice = NonNullable<OnboardingProgress['choice']>;

export async function progressOf(db: Executor, viewer: Member): Promise<OnboardingProgress> {
  const rows = await stepsOf(db, ownedBy(viewer));
  const chosen = rows.find(({ plan }) => plan !== null);
  return {
    steps: rows.map(({ step, state }) => ({ step, state: state as State })),
    choice: chosen ? ({ plan: chosen.plan, interval: chosen.billing_interval } as Choice) : null,
  };
}

export async function recordStep(
  db: Executor,
  viewer: Member,
  { step, state, choice }: { step: number; state: State; choice?: Choice },
): Promise<OnboardingProgress> {
  const chosen = choice ? { plan: choice.plan, billing_interval: choice.interval } : {};
  await saveStep(db, { ...ownedBy(viewer), step, state, ...chosen });
  return progressOf(db, viewer);
}
