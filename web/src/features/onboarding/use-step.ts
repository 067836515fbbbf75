import type { OnboardingProgress } from '@sheaf/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { onboardingQuery, recordStep } from './api/onboarding.ts';
import { neededSteps, stepAfter } from './steps.ts';

export interface Step {
  step: number;
  mine: readonly number[];
  complete(choice?: OnboardingProgress['choice']): void;
  skip(): void;
}

/** One step of the guide: completing or skipping it is recorded and leads to the next. */
export function useStep(step: number, mine: readonly number[]): Step {
  const { data } = useQuery(onboardingQuery());
  const { mutate: record } = useMutation(recordStep);
  const navigate = useNavigate();
  const leave = (state: 'completed' | 'skipped', choice?: OnboardingProgress['choice']) => {
    record({ step, state, ...(choice ? { choice } : {}) });
    const next = stepAfter(neededSteps(mine, choice ?? data?.choice ?? null), step);
    void navigate({ to: '/onboarding', search: { step: next } });
  };
  return { step, mine, complete: (choice) => leave('completed', choice), skip: () => leave('skipped') };
}
