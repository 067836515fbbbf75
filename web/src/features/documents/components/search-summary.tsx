import { limits, type Pagination } from '@sheaf/contract';
import type { ReactNode } from 'react';
import { count } from '../../../lib/format/format.ts';
import classes from './search-summary.module.css';

interface SearchSummaryProps {
  /** Undefined while they load. */
  pagination: Pagination | undefined;
  children: ReactNode;
}

/** The number of results and their order, above the results. */
export function SearchSummary({ pagination, children }: SearchSummaryProps) {
  return (
    <div className={`row wrap dimmed ${classes.summary}`}>
      <span role="status">{pagination ? summaryText(pagination) : 'Searching…'}</span>
      {children}
    </div>
  );
}

export function summaryText({ total, more, order, partial }: Pagination): string {
  return [
    more ? `More than ${limits.searchResults.toLocaleString('en')} results` : count(total, 'result'),
    ...(order === 'newest' ? ['Newest first'] : []),
    ...(partial ? ['Only the newest documents were searched'] : []),
  ].join(' · ');
}
