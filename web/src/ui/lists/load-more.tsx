import type { InfiniteQueryObserverResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { LoadFailed } from '../feedback/load-failed.tsx';
import { ListSkeleton } from './list-skeleton.tsx';

interface LoadMoreProps {
  query: Pick<
    InfiniteQueryObserverResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >;
  /** As in ‘Couldn’t load more members.’ */
  what: string;
  /** Shown while loading; two rows by default. */
  children?: ReactNode;
  rowHeight?: number;
}

/** The end of a list: loads the next page when it scrolls into view. */
export function LoadMore({ query, what, rowHeight, children }: LoadMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const end = useRef<HTMLDivElement>(null);
  const waiting = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;

  useEffect(() => {
    if (!waiting || !end.current) return;
    const load = ([entry]: IntersectionObserverEntry[]) => {
      if (entry?.isIntersecting) void fetchNextPage();
    };
    const observer = new IntersectionObserver(load, { rootMargin: '240px' });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [waiting, fetchNextPage]);

  if (isFetchNextPageError) return <LoadFailed what={`more ${what}`} retry={() => void fetchNextPage()} />;
  return hasNextPage ? <div ref={end}>{children ?? <ListSkeleton rows={2} height={rowHeight} />}</div> : null;
}
