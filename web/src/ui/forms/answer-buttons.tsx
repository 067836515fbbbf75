import { Button, Group } from '@mantine/core';

interface AnswerButtonsProps {
  /** The text of the button that agrees. */
  agree: string;
  /** Names the request, for people who can't see which row the buttons are in. */
  of: string;
  agreeing: boolean;
  declining: boolean;
  onAgree(): void;
  onDecline(): void;
}

/** The two answers to a request. */
export function AnswerButtons({ agree, of, agreeing, declining, onAgree, onDecline }: AnswerButtonsProps) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="compact-sm"
        aria-label={`${agree}: ${of}`}
        loading={agreeing}
        disabled={declining}
        onClick={onAgree}
      >
        {agree}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Decline: ${of}`}
        loading={declining}
        disabled={agreeing}
        onClick={onDecline}
      >
        Decline
      </Button>
    </Group>
  );
}
