import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { onboardingQuery } from '../../features/onboarding/api/onboarding.ts';
import { FINISH } from '../../features/onboarding/step-search.ts';
import { noProgress, resumeStep } from '../../features/onboarding/steps.ts';
import { useMySteps } from './use-my-steps.ts';

/** Opens the guide at the first step that is still open, on whatever device the others were done. */
export function useResumeGuide(): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const mine = useMySteps();
  return async () => {
    const known = await client.ensureQueryData(onboardingQuery()).catch(() => undefined);
    const step = resumeStep(mine, known ?? noProgress);
    await navigate({ to: '/onboarding', search: { step: step === FINISH ? 1 : step } });
  };
}
