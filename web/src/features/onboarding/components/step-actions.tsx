import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../../ui/navigation/links.tsx';
import classes from './step-frame.module.css';

interface StepActionsProps {
  /** Left out if the button submits the form around it. */
  onContinue?(): void;
  onSkip(): void;
  loading?: boolean;
  disabled?: boolean;
  /** The text of the button, if not ‘Continue’. */
  children?: ReactNode;
}

/** The buttons of a step. Leaving keeps the progress: the guide resumes at the first open step. */
export function StepActions({ onContinue, onSkip, loading, disabled, children = 'Continue' }: StepActionsProps) {
  return (
    <div className={`row wrap gap-8 ${classes.actions}`}>
      <Button type={onContinue ? 'button' : 'submit'} onClick={onContinue} loading={loading} disabled={disabled}>
        {children}
      </Button>
      <Button variant="default" onClick={onSkip} disabled={loading}>
        Skip
      </Button>
      <ButtonLink to="/directory" variant="subtle" color="gray" className={classes.later}>
        Finish later
      </ButtonLink>
    </div>
  );
}
