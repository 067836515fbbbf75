import { Skeleton } from '@mantine/core';
import type { View } from '../../query/document-query.ts';
import cards from './document-cards.module.css';
import classes from './document-table.module.css';

const ROWS = Array.from({ length: 12 }, (_, row) => row);

/** Shown while the first page is loading, in the same layout. */
export function DocumentSkeleton({ view }: { view: View }) {
  if (view === 'grid') {
    return (
      <div className={cards.grid} role="status" aria-label="Loading documents">
        {ROWS.map((row) => (
          <Skeleton key={row} height={206} radius={12} />
        ))}
      </div>
    );
  }
  return (
    <div className={classes.frame} role="status" aria-label="Loading documents">
      <div className={classes.waitingHead} />
      {ROWS.map((row) => (
        <div key={row} className={classes.waiting}>
          <Skeleton height={28} width={28} radius={6} />
          <Skeleton height={10} width={`${34 - ((row * 7) % 18)}%`} />
        </div>
      ))}
    </div>
  );
}
