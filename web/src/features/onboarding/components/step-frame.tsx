import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { steps } from '../steps.ts';
import classes from './step-frame.module.css';

interface StepFrameProps {
  step: number;
  /** The steps that concern the person, among which this one is counted. */
  mine: readonly number[];
  lead: ReactNode;
  children: ReactNode;
}

/** A step: its purpose, then its content. */
export function StepFrame({ step, mine, lead, children }: StepFrameProps) {
  return (
    <>
      <Text size="sm" c="dimmed">
        Step {mine.indexOf(step) + 1} of {mine.length}
      </Text>
      <Title order={1} mt={4}>
        {steps[step - 1]}
      </Title>
      <Text c="dimmed" mt={4} maw={520}>
        {lead}
      </Text>
      <div className={classes.body}>{children}</div>
    </>
  );
}
