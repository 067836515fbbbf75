import { getRouteApi } from '@tanstack/react-router';
import { FinishPage } from '../../features/onboarding/components/finish-page.tsx';
import { StepPage } from '../../features/onboarding/components/step-page.tsx';
import { FINISH } from '../../features/onboarding/steps.ts';

const route = getRouteApi('/verified/guide/onboarding');

export function Page() {
  const { step = 1 } = route.useSearch();
  return step === FINISH ? <FinishPage /> : <StepPage key={step} step={step} />;
}
