import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlanChoice } from '../../../features/billing/api/subscription.ts';
import { PlanPicker } from '../../../features/billing/components/plans/plan-picker.tsx';
import { onboardingQuery } from '../../../features/onboarding/api/onboarding.ts';
import { StepActions } from '../../../features/onboarding/components/step-actions.tsx';
import { StepFrame } from '../../../features/onboarding/components/step-frame.tsx';
import type { Step } from '../../../features/onboarding/use-step.ts';
import { useBilling } from '../../billing/use-billing.ts';

export function PlanStep({ step, mine, complete, skip }: Step) {
  const { data } = useQuery(onboardingQuery());
  const { subscription } = useBilling();
  const current = { plan: subscription.plan, interval: subscription.payment?.interval ?? 'month' };
  const [choice, setChoice] = useState<PlanChoice>(data?.choice ?? current);
  return (
    <StepFrame
      step={step}
      mine={mine}
      lead="Start on Free and change any time, or choose a larger plan now. Nothing is charged in this step."
    >
      <PlanPicker choice={choice} current={subscription.plan} onChoose={setChoice} />
      <StepActions onContinue={() => complete(choice)} onSkip={skip} />
    </StepFrame>
  );
}
