import { Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './section.module.css';

interface SectionProps {
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

/** A part of a settings page: its description, then its content. */
export function Section({ title, description, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.parts}>
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          {description ? (
            <Text c="dimmed" mt={4}>
              {description}
            </Text>
          ) : null}
        </div>
        <div className={classes.content}>{children}</div>
      </div>
    </section>
  );
}
