import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { onboardingQuery } from '../../../features/onboarding/api/onboarding.ts';
import { StepActions } from '../../../features/onboarding/components/step-actions.tsx';
import { StepFrame } from '../../../features/onboarding/components/step-frame.tsx';
import { FINISH, stepSearch } from '../../../features/onboarding/step-search.ts';
import { stepAfter, stepNumbers } from '../../../features/onboarding/steps.ts';
import { type Step, useStep } from '../../../features/onboarding/use-step.ts';
import { organizationInfoQuery, organizationsQuery } from '../../../features/organizations/api/organizations.ts';
import { IndustryForm } from '../../../features/organizations/components/industry-form.tsx';
import { LogoEditor } from '../../../features/organizations/components/logo-editor.tsx';
import { WorkspaceNameForm } from '../../../features/organizations/components/workspace-name-form.tsx';
import { currentUserQuery } from '../../../features/user/api/current-user.ts';
import { AvatarEditor } from '../../../features/user/components/avatar-editor.tsx';
import { GeneralInfoForm } from '../../../features/user/components/general-info-form.tsx';
import { useMySteps } from '../../onboarding/use-my-steps.ts';
import { CardStep } from './card-step.tsx';
import { ConnectAppsStep } from './connect-apps-step.tsx';
import { FinishStep } from './finish-step.tsx';
import classes from './onboarding.module.css';
import { PayStep } from './pay-step.tsx';
import { PlanStep } from './plan-step.tsx';

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

/** The current workspace; undefined for a moment after the person left it. */
function useWorkspace() {
  const { data: organizations } = useSuspenseQuery(organizationsQuery);
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  return organizations.find(({ id }) => id === info.id);
}

function IndustryStep({ step, mine, complete, skip }: Step) {
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

function ProfileStep({ step, mine, complete, skip }: Step) {
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

function WorkspaceStep({ step, mine, complete, skip }: Step) {
  const workspace = useWorkspace();
  if (!workspace) return null;
  return (
    <StepFrame step={step} mine={mine} lead="The name and logo everyone in the workspace sees.">
      <div className={classes.form}>
        <LogoEditor organization={workspace} />
        <WorkspaceNameForm
          organization={workspace}
          onSaved={() => complete()}
          renderButtons={(submitting) => <StepActions loading={submitting} onSkip={skip} />}
        />
      </div>
    </StepFrame>
  );
}
