import { StepActions } from '../../../features/onboarding/components/step-actions.tsx';
import { StepFrame } from '../../../features/onboarding/components/step-frame.tsx';
import type { Step } from '../../../features/onboarding/use-step.ts';
import { LogoEditor } from '../../../features/organizations/components/logo-editor.tsx';
import { WorkspaceNameForm } from '../../../features/organizations/components/workspace-name-form.tsx';
import { useWorkspace } from '../../onboarding/use-workspace.ts';
import classes from './onboarding.module.css';

export function WorkspaceStep({ step, mine, complete, skip }: Step) {
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
