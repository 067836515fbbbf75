import { Progress, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { progress, steps } from '../steps.ts';
import classes from './progress-sidebar.module.css';

/** Where the guide is: steps before the current one are checked. */
export function ProgressSidebar({ current }: { current: number }) {
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
        {steps.map((name, index) => {
          const step = index + 1;
          const state = step < current ? 'completed' : step === current ? 'current' : 'open';
          return (
            <li key={name}>
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
                  ) : (
                    step
                  )}
                </span>
                <span className={classes.name}>{name}</span>
              </Link>
            </li>
          );
        })}
      </ol>
    </aside>
  );
}
