import { Progress, Text } from '@mantine/core';
import type { OnboardingProgress } from '@sheaf/contract';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { progress, stateOf, steps } from '../steps.ts';
import classes from './progress-sidebar.module.css';

interface ProgressSidebarProps {
  current: number;
  /** The steps that concern the person. */
  mine: readonly number[];
  done: OnboardingProgress['steps'];
}

/** Where the guide is. What is behind the current step counts as completed unless it was skipped. */
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
          const known = stateOf(done, step);
          const state = step === current ? 'current' : (known ?? (step < current ? 'completed' : 'open'));
          return (
            <li key={step}>
              <Link
                to="/onboarding"
                search={{ step }}
                className={classes.step}
                data-state={state}
                aria-current={state === 'current' ? 'step' : undefined}
              >
                <span className={classes.mark}>
                  {state === 'completed' ? (
                    <IconCheck size={14} stroke={2.6} role="img" aria-label="Completed" />
                  ) : state === 'skipped' ? (
                    <IconMinus size={14} stroke={2} role="img" aria-label="Skipped" />
                  ) : (
                    index + 1
                  )}
                </span>
                <span className={classes.name}>{steps[step - 1]}</span>
              </Link>
            </li>
          );
        })}
      </ol>
    </aside>
  );
}
