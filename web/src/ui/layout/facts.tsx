import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** Names and values, one pair per line. */
export function Facts({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className="framed lined flush">
      {facts.map(({ name, value }) => (
        <div key={name} className={`row wrap between ${classes.fact}`}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
