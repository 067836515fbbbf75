import { Progress, Text } from '@mantine/core';
import type { OnboardingProgress } from '@sheaf/contract';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { progress, stateOf, steps } from '../steps.ts';
import classes from './progress-sidebar.module.css';

/** Marks the current step: the router would mark the link of the address as the current page. */
const StepLink = createLink(({ isCurrent, ...props }: ComponentProps<'a'> & { isCurrent: boolean }) => (
  <a {...props} aria-current={isCurrent ? 'step' : undefined} />
));

interface ProgressSidebarProps {
  current: number;
  /** The steps that concern the person. */
  mine: readonly number[];
  done: OnboardingProgress['steps'];
}

/**
 * The progress of the guide. A step counts as completed or skipped only once the person did that, whatever step is
 * shown.
 */
export function ProgressSidebar({ current, mine, done }: ProgressSidebarProps) {
  const percent = progress(current);
  return (
    <aside className={classes.sidebar} aria-label="Progress">
      <div className={classes.progress}>
        <Text size="xs" c="dimmed" mb={6}>
          {percent}% complete
        </Text>
        <Progress value={percent} size={6} aria-label={`${percent}% complete`} />
      </div>
      <ol className={classes.steps}>
        {mine.map((step, index) => {
          const state = step === current ? 'current' : (stateOf(done, step) ?? 'open');
          return (
            <li key={step}>
              <StepLink
                to="/onboarding"
                search={{ step }}
                className={`hoverable selectable row gap-12 dimmed ${classes.step}`}
                data-state={state}
                isCurrent={step === current}
              >
                <span className={`centered rigid small numeric ${classes.mark}`}>
                  {state === 'completed' ? (
                    <IconCheck size={14} stroke={2.6} role="img" aria-label="Completed" />
                  ) : state === 'skipped' ? (
                    <IconMinus size={14} stroke={2} role="img" aria-label="Skipped" />
                  ) : (
                    index + 1
                  )}
                </span>
                <span className="unseen-on-phones">{steps[step - 1]}</span>
              </StepLink>
            </li>
          );
        })}
      </ol>
    </aside>
  );
}
