import { StepActions } from '../../../features/onboarding/components/step-actions.tsx';
import { StepFrame } from '../../../features/onboarding/components/step-frame.tsx';
import type { Step } from '../../../features/onboarding/use-step.ts';
import { IndustryForm } from '../../../features/organizations/components/industry-form.tsx';
import { useWorkspace } from '../../onboarding/use-workspace.ts';

export function IndustryStep({ step, mine, complete, skip }: Step) {
  const workspace = useWorkspace();
  if (!workspace) return null;
  return (
    <StepFrame step={step} mine={mine} lead="What your workspace does. Owners and admins can change it in Settings.">
      <IndustryForm
        organization={workspace}
        onSaved={() => complete()}
        renderButtons={({ chosen, submitting, submit }) => (
          <StepActions onContinue={submit} loading={submitting} disabled={!chosen} onSkip={skip} />
        )}
      />
    </StepFrame>
  );
}
