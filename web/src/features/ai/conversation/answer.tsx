import { Button, Text } from '@mantine/core';
import type { AiCitation, AiMessage } from '@sheaf/contract';
import { type ReactNode, useCallback } from 'react';
import { placeText } from '../../../lib/format/place-text.ts';
import { AnswerText } from '../text/answer-text.tsx';
import classes from './messages.module.css';

interface AnswerProps {
  message: AiMessage;
  onCite(citation: AiCitation): void;
  /** Asks the same question about all files; left out if the answer used them. */
  onWiden?: () => void;
  actions: ReactNode;
  /** Shown here when there is no room for them beside the conversation. */
  sources: ReactNode;
}

export function Answer({ message, onCite, onWiden, actions, sources }: AnswerProps) {
  const { content, citations, model, supported, status } = message;
  const renderCitation = useCallback(
    (number: number) => {
      const citation = citations.find((one) => one.number === number);
      return citation ? <CitationButton citation={citation} onOpen={() => onCite(citation)} /> : null;
    },
    [citations, onCite],
  );
  return (
    <article className="stack gap-10 shrinkable" aria-label="Answer">
      {model === null && supported ? (
        <Text size="xs" c="dimmed" className={classes.kind}>
          {citations.length > 0 ? 'Quotes from your files' : 'From your file list'}
        </Text>
      ) : null}
      <AnswerText content={content} renderCitation={renderCitation} />
      {supported ? null : (
        <div className={classes.unsupported}>
          <Text c="dimmed">
            {onWiden ? 'Only part of your files was searched. ' : ''}
            Try other words, or name the file you have in mind.
          </Text>
          {onWiden ? (
            <Button variant="default" size="xs" onClick={onWiden}>
              Ask in all files
            </Button>
          ) : null}
        </div>
      )}
      {status === 'done' ? null : (
        <Text size="xs" c="dimmed">
          {status === 'stopped' ? 'You stopped this answer.' : 'This answer was cut off.'}
        </Text>
      )}
      {sources}
      {actions}
    </article>
  );
}

/** Opens the document at the passage. */
function CitationButton({ citation, onOpen }: { citation: AiCitation; onOpen(): void }) {
  const { number, document_name, place } = citation;
  const where = [document_name, placeText(place)].filter(Boolean).join(', ');
  return (
    <button
      type="button"
      className={classes.citation}
      aria-label={`Source ${number}: ${where}`}
      title={where}
      onClick={onOpen}
    >
      {number}
    </button>
  );
}
