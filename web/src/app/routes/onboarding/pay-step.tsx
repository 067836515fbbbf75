import { Group, Text } from '@mantine/core';
import { PlanReview } from '../../../features/billing/components/plans/plan-review.tsx';
import { TestMode } from '../../../features/billing/components/test-mode.tsx';
import { StepActions } from '../../../features/onboarding/components/step-actions.tsx';
import { StepFrame } from '../../../features/onboarding/components/step-frame.tsx';
import { stepNumbers } from '../../../features/onboarding/steps.ts';
import type { Step } from '../../../features/onboarding/use-step.ts';
import { planNames } from '../../../lib/format/names.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { useBilling } from '../../billing/use-billing.ts';
import { usePlanChoice } from '../../onboarding/use-plan-choice.ts';

export function PayStep({ step, mine, complete, skip }: Step) {
  const { subscription, onChanged } = useBilling();
  const choice = usePlanChoice();
  if (!choice) {
    return (
      <StepFrame step={step} mine={mine} lead="Check your plan before you pay.">
        <Text>This workspace is on {planNames[subscription.plan]}. There’s nothing to pay.</Text>
        <StepActions onContinue={() => complete()} onSkip={skip} />
      </StepFrame>
    );
  }
  return (
    <StepFrame
      step={step}
      mine={mine}
      lead={
        <Group component="span" gap="xs">
          {planNames[choice.plan]}, paid {choice.interval === 'year' ? 'yearly' : 'monthly'}.
          {subscription.billing === 'test' ? <TestMode /> : null}
        </Group>
      }
    >
      <PlanReview
        choice={choice}
        subscription={subscription}
        returnTo={`/onboarding?step=${stepNumbers.pay}`}
        onChanged={(changed) => {
          onChanged(changed);
          toast.success(`You’re now on ${planNames[changed.plan]}`);
          complete();
        }}
        renderButtons={({ label, disabled, paying, submit }) => (
          <StepActions onContinue={submit} disabled={disabled} loading={paying} onSkip={skip}>
            {label}
          </StepActions>
        )}
      />
    </StepFrame>
  );
}
