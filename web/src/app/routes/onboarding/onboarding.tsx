import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { onboardingQuery } from '../../../features/onboarding/api/onboarding.ts';
import { FINISH, stepSearch } from '../../../features/onboarding/step-search.ts';
import { stepAfter, stepNumbers } from '../../../features/onboarding/steps.ts';
import { type Step, useStep } from '../../../features/onboarding/use-step.ts';
import { useMySteps } from '../../onboarding/use-my-steps.ts';
import { CardStep } from './card-step.tsx';
import { ConnectAppsStep } from './connect-apps-step.tsx';
import { FinishStep } from './finish-step.tsx';
import { IndustryStep } from './industry-step.tsx';
import { PayStep } from './pay-step.tsx';
import { PlanStep } from './plan-step.tsx';
import { ProfileStep } from './profile-step.tsx';
import { WorkspaceStep } from './workspace-step.tsx';

const route = getRouteApi('/verified/guide/onboarding');

const pages: Record<number, (step: Step) => React.ReactNode> = {
  [stepNumbers.profile]: ProfileStep,
  [stepNumbers.workspace]: WorkspaceStep,
  [stepNumbers.plan]: PlanStep,
  [stepNumbers.card]: CardStep,
  [stepNumbers.pay]: PayStep,
  [stepNumbers.industry]: IndustryStep,
  [stepNumbers.apps]: ConnectAppsStep,
};

/** One step of the guide; steps that do not concern the person lead on to the next that does. */
export function Page() {
  const { step = 1 } = stepSearch(route.useSearch());
  const mine = useMySteps();
  useSuspenseQuery(onboardingQuery());
  if (step === FINISH) return <FinishStep mine={mine} />;
  if (!mine.includes(step)) return <Navigate to="/onboarding" search={{ step: stepAfter(mine, step) }} replace />;
  return <StepPage key={step} step={step} mine={mine} />;
}

function StepPage({ step, mine }: { step: number; mine: readonly number[] }) {
  const Body = pages[step]!;
  return <Body {...useStep(step, mine)} />;
}
