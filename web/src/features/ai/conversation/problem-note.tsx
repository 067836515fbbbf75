import { Alert, Button, Group } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { ButtonLink } from '../../../ui/navigation/links.tsx';
import type { RunningProblem } from './use-conversation.ts';

interface ProblemNoteProps {
  problem: RunningProblem;
  /** Owners can choose a plan with more. */
  mayChangePlan: boolean;
  onRetry?: () => void;
}

/** Explains why there is no answer, in its place. */
export function ProblemNote({ problem, mayChangePlan, onRetry }: ProblemNoteProps) {
  const isLimit = problem.code === 'plan_limit';
  return (
    <Alert color={isLimit ? 'wheat' : 'red'} variant="light" icon={<IconAlertCircle aria-hidden />}>
      {problem.message}
      <Group gap="xs" mt="xs">
        {isLimit && mayChangePlan ? (
          <ButtonLink to="/plans" size="xs" variant="default">
            See plans
          </ButtonLink>
        ) : null}
        {onRetry ? (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        ) : null}
      </Group>
    </Alert>
  );
}
