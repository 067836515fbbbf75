import { VisuallyHidden } from '@mantine/core';
import type { AiMessage } from '@sheaf/contract';
import { useState } from 'react';
import type { RunningAnswer } from '../running-answers.ts';

/** The most characters of an answer that are read aloud. */
const READ_MAX = 600;

interface AnnouncementProps {
  running: RunningAnswer | undefined;
  last: AiMessage | undefined;
}

/** Announces to screen readers that an answer is being written, and the answer once it is complete. */
export function Announcement({ running, last }: AnnouncementProps) {
  const [asked, setAsked] = useState(false);
  if (running && !asked) setAsked(true);
  return (
    <VisuallyHidden aria-live="polite" role="status">
      {running ? (running.state === 'running' ? (running.text ? 'Writing the answer' : running.status) : '') : ''}
      {!running && asked && last?.role === 'assistant' ? plain(last.content) : ''}
    </VisuallyHidden>
  );
}

const plain = (content: string): string =>
  content
    .replaceAll(/\[unsupported\]/g, '(no source found)')
    .replaceAll(/[*_`>|#]/g, '')
    .slice(0, READ_MAX);
