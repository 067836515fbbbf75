import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * After something newer was put into the cache: an answer that is still on its way may be older, and would replace it. It is
 * asked for again.
 */
export const askAgain = (client: QueryClient, queryKey: QueryKey): void =>
  void client.invalidateQueries({ queryKey, fetchStatus: 'fetching' });
