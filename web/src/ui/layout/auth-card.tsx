import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './auth-card.module.css';

interface AuthCardProps {
  title: string;
  /** One sentence under the title. */
  lead?: ReactNode;
  children: ReactNode;
  /** A line below the card: a link to another page. */
  footer?: ReactNode;
}

export function AuthCard({ title, lead, children, footer }: AuthCardProps) {
  return (
    <>
      <div className={classes.card}>
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        {lead ? (
          <Text c="dimmed" mt={4}>
            {lead}
          </Text>
        ) : null}
        <div className={classes.body}>{children}</div>
      </div>
      {footer ? (
        <Text c="dimmed" ta="center" mt="lg">
          {footer}
        </Text>
      ) : null}
    </>
  );
}
