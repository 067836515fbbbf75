import { ActionIcon, Button } from '@mantine/core';
import type { AiMessage } from '@sheaf/contract';
import {
  type Icon,
  IconCopy,
  IconQuote,
  IconRefresh,
  IconThumbDown,
  IconThumbDownFilled,
  IconThumbUp,
  IconThumbUpFilled,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { copyText } from '../../../lib/browser/copy-text.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { giveFeedback } from '../api/threads.ts';
import { answerAsText } from '../text/answer-as-text.ts';
import classes from './messages.module.css';

interface AnswerActionsProps {
  threadId: string;
  message: AiMessage;
  /** Set only for the last answer. */
  onRegenerate?: () => void;
  /** Shows the sources of this answer beside the conversation; left out where they are shown. */
  onSources?: () => void;
}

export function AnswerActions({ threadId, message, onRegenerate, onSources }: AnswerActionsProps) {
  const { mutate: give } = useMutation(giveFeedback);
  const { id: messageId, feedback, citations, supported } = message;
  const rate = (value: 'up' | 'down') => give({ threadId, messageId, feedback: feedback === value ? null : value });
  const copy = () =>
    copyText(answerAsText(message)).then(
      () => toast.success('Answer copied with its sources'),
      () => toast.error('Couldn’t copy. Your browser blocked it: select the text and copy it.'),
    );
  return (
    <div className={`row wrap gap-2 ${classes.actions}`}>
      <Action label="Copy answer" icon={IconCopy} onClick={() => void copy()} />
      {onRegenerate ? <Action label="Answer again" icon={IconRefresh} onClick={onRegenerate} /> : null}
      <Action
        label="Helpful"
        icon={feedback === 'up' ? IconThumbUpFilled : IconThumbUp}
        pressed={feedback === 'up'}
        onClick={() => rate('up')}
      />
      <Action
        label="Not helpful"
        icon={feedback === 'down' ? IconThumbDownFilled : IconThumbDown}
        pressed={feedback === 'down'}
        onClick={() => rate('down')}
      />
      {onSources && citations.length > 0 ? (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconQuote size={15} stroke={1.7} aria-hidden />}
          onClick={onSources}
        >
          {supported ? 'Show sources' : 'Show closest passages'}
        </Button>
      ) : null}
    </div>
  );
}

interface ActionProps {
  label: string;
  icon: Icon;
  pressed?: boolean;
  onClick(): void;
}

function Action({ label, icon: Picture, pressed, onClick }: ActionProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={30}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <Picture size={16} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}
