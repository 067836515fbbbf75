import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Call this after putting newer data into the cache: an answer still in flight may be older and would replace it, so it
 * is requested again.
 */
export const askAgain = (client: QueryClient, queryKey: QueryKey): void =>
  void client.invalidateQueries({ queryKey, fetchStatus: 'fetching' });
