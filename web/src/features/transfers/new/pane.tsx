import { Button, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { StepNumber } from './draft.ts';
import classes from './new-transfer.module.css';

interface PaneProps {
  number: StepNumber;
  current: StepNumber;
  title: string;
  /** A summary of the choice, shown when a later pane is open. */
  summary: ReactNode;
  onOpen(): void;
  children: ReactNode;
}

/** One of the three panes: the current one is open, those before it can be opened again. */
export function Pane({ number, current, title, summary, onOpen, children }: PaneProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const isCurrent = number === current;
  const isDone = number < current;
  const was = useRef(isCurrent);
  useEffect(() => {
    if (isCurrent && !was.current) heading.current?.focus();
    was.current = isCurrent;
  }, [isCurrent]);
  return (
    <section
      className={`column gap-16 shrinkable ${classes.pane}`}
      aria-labelledby={id}
      aria-current={isCurrent ? 'step' : undefined}
      data-state={isCurrent ? 'current' : isDone ? 'done' : 'ahead'}
    >
      <div className={classes.paneHead}>
        <span className={`centered rigid small ${classes.number}`} aria-hidden>
          {isDone ? <IconCheck size={14} stroke={2.6} /> : number}
        </span>
        <Title order={2} size="h3" id={id} ref={heading} tabIndex={-1} className={classes.paneTitle}>
          {title}
        </Title>
        {isDone ? (
          <Button variant="subtle" size="compact-sm" aria-label={`Change: ${title}`} onClick={onOpen}>
            Change
          </Button>
        ) : null}
      </div>
      {isCurrent ? children : isDone ? <div className={classes.summary}>{summary}</div> : null}
    </section>
  );
}

/** The foot of a pane: what is missing, and the buttons Back and Next. */
export function PaneFoot({ hint, children }: { hint?: string | null; children: ReactNode }) {
  return (
    <div className={classes.foot}>
      <span className={`dimmed small ${classes.hint}`} role="status">
        {hint}
      </span>
      {children}
    </div>
  );
}
