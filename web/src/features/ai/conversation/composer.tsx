import { ActionIcon, Text, Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { limits } from '@sheaf/contract';
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './composer.module.css';

interface ComposerProps {
  /** Shows where answers come from. */
  scope: ReactNode;
  isRunning: boolean;
  /** Resolves to whether the question was accepted. */
  onAsk(question: string): Promise<boolean>;
  onStop(): void;
}

/** Shows how many characters are left once there are this few. */
const COUNTED = 400;

/** Enter sends, Shift and Enter starts a new line. */
export function Composer({ scope, isRunning, onAsk, onStop }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [sending, setSending] = useState(false);
  const touch = useMediaQuery('(hover: none)');
  const question = text.trim();
  const left = limits.questionMax - text.length;

  useEffect(() => {
    if (matchMedia('(hover: hover)').matches) field.current?.focus();
  }, []);

  const send = async () => {
    if (!question || isRunning || sending) return;
    setSending(true);
    const taken = await onAsk(question);
    setSending(false);
    if (taken) setText('');
    // On a phone the keyboard would cover the answer.
    if (!touch) field.current?.focus();
  };

  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Textarea
        ref={field}
        classNames={{ input: classes.input }}
        variant="unstyled"
        aria-label="Ask a question about your files"
        placeholder="Ask a question about your files"
        autosize
        minRows={1}
        maxRows={8}
        maxLength={limits.questionMax}
        value={text}
        // A new conversation replaces this field once it exists, and text typed until then would be lost.
        readOnly={sending}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter first ends the composition of a character. On phones the button sends.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || touch) return;
          event.preventDefault();
          void send();
        }}
      />
      <div className={classes.bar}>
        <div className="grow">{scope}</div>
        {left <= COUNTED ? (
          <Text size="xs" c={left === 0 ? 'red' : 'dimmed'} role="status">
            {left.toLocaleString('en')} characters left
          </Text>
        ) : null}
        {isRunning ? (
          <ActionIcon size={34} radius="xl" variant="filled" aria-label="Stop" title="Stop (Esc)" onClick={onStop}>
            <IconPlayerStopFilled size={16} aria-hidden />
          </ActionIcon>
        ) : (
          <ActionIcon
            type="submit"
            size={34}
            radius="xl"
            variant="filled"
            aria-label="Ask"
            title="Ask (Enter)"
            loading={sending}
            disabled={!question}
          >
            <IconArrowUp size={18} stroke={2} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </form>
  );
}
