import { useSuspenseQuery } from '@tanstack/react-query';
import { StepActions } from '../../../features/onboarding/components/step-actions.tsx';
import { StepFrame } from '../../../features/onboarding/components/step-frame.tsx';
import type { Step } from '../../../features/onboarding/use-step.ts';
import { currentUserQuery } from '../../../features/user/api/current-user.ts';
import { AvatarEditor } from '../../../features/user/components/avatar-editor.tsx';
import { GeneralInfoForm } from '../../../features/user/components/general-info-form.tsx';
import classes from './onboarding.module.css';

export function ProfileStep({ step, mine, complete, skip }: Step) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  return (
    <StepFrame step={step} mine={mine} lead="Your name and picture, as others see them.">
      <div className={classes.form}>
        <AvatarEditor user={user} />
        <GeneralInfoForm
          user={user}
          onSaved={() => complete()}
          renderButtons={(submitting) => <StepActions loading={submitting} onSkip={skip} />}
        />
      </div>
    </StepFrame>
  );
}
