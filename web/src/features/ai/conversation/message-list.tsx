import { Button, Group, Loader, Text } from '@mantine/core';
import type { AiCitation, AiMessage } from '@sheaf/contract';
import { useDeferredValue } from 'react';
import type { RunningAnswer } from '../running-answers.ts';
import { partsOf } from '../scope/scope.ts';
import { AnswerText } from '../text/answer-text.tsx';
import { Answer } from './answer.tsx';
import { AnswerActions } from './answer-actions.tsx';
import classes from './messages.module.css';
import { ProblemNote } from './problem-note.tsx';
import { Question } from './question.tsx';
import { Sources } from './sources.tsx';
import type { Conversation } from './use-conversation.ts';

interface MessageListProps {
  threadId: string;
  conversation: Conversation;
  mayChangePlan: boolean;
  /** The answer whose sources are shown beside the conversation; null: each answer shows its own. */
  withSources: string | undefined | null;
  onSources(id: string): void;
  onCite(citation: AiCitation): void;
}

export function MessageList(props: MessageListProps) {
  const { threadId, conversation, mayChangePlan, withSources, onSources, onCite } = props;
  const { messages, asked, unanswered, running, ask, scope } = conversation;
  const isIdle = running?.state !== 'running' && running?.state !== 'stopping';
  const last = messages.at(-1);
  const answerOf = (message: AiMessage, before: AiMessage | undefined) => {
    const isLast = message === last && isIdle && before?.role === 'user';
    return (
      <Answer
        key={message.id}
        message={message}
        onCite={onCite}
        onWiden={
          isLast && partsOf(scope).length > 0
            ? () => void ask(before.content, { replaces: before.id, scope: {} })
            : undefined
        }
        sources={withSources === null ? <Sources answer={message} onCite={onCite} /> : null}
        actions={
          <AnswerActions
            threadId={threadId}
            message={message}
            onRegenerate={isLast ? () => void ask(before.content, { replaces: before.id }) : undefined}
            onSources={withSources === null || withSources === message.id ? undefined : () => onSources(message.id)}
          />
        }
      />
    );
  };
  return (
    <div className={classes.messages}>
      {messages.map((message, index) =>
        message.role === 'user' ? (
          <Question
            key={message.id}
            content={message.content}
            onEdit={isIdle ? (content) => void ask(content, { replaces: message.id }) : undefined}
          />
        ) : (
          answerOf(message, messages[index - 1])
        ),
      )}
      {asked === null ? null : <Question content={asked} />}
      {running && !isIdle ? <Running running={running} /> : null}
      {running?.problem ? (
        <ProblemNote problem={running.problem} mayChangePlan={mayChangePlan} onRetry={conversation.retry} />
      ) : null}
      {unanswered ? (
        <Group gap="sm">
          <Text c="dimmed">This question has no answer yet.</Text>
          <Button variant="default" size="xs" onClick={() => void ask(unanswered.content, { replaces: unanswered.id })}>
            Try again
          </Button>
        </Group>
      ) : null}
    </div>
  );
}

/** The text written so far; its sources are checked when it is complete. */
function Running({ running: { text, status, state } }: { running: RunningAnswer }) {
  const shown = useDeferredValue(text);
  return (
    <article className="stack gap-10 shrinkable" aria-label="Answer" aria-busy>
      {shown ? <AnswerText content={shown} renderCitation={pendingCitation} /> : null}
      {shown ? null : (
        <span className="row gap-10 dimmed">
          <Loader size="xs" aria-hidden />
          {state === 'stopping' ? 'Stopping' : status}
        </span>
      )}
    </article>
  );
}

const pendingCitation = (number: number) => <span className={classes.pending}>{number}</span>;
