import { Text, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  icon: Icon;
  title: string;
  /** Explains what is missing, why, and what makes it appear. */
  children: ReactNode;
  /** The next step, if there is one. */
  action?: ReactNode;
  /** 1 if the page has no other heading. */
  order?: 1 | 2;
}

export function EmptyState({ icon: Picture, title, children, action, order = 2 }: EmptyStateProps) {
  return (
    <div className={classes.root}>
      <span className={classes.icon}>
        <Picture size={28} stroke={1.5} aria-hidden />
      </span>
      <Title order={order} size="h2" ta="center">
        {title}
      </Title>
      <Text c="dimmed" ta="center" className={classes.text}>
        {children}
      </Text>
      {action ? <div className={classes.action}>{action}</div> : null}
    </div>
  );
}
