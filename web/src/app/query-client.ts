import { ApiError } from '@sheaf/contract';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '../features/user/api/current-user.ts';
import type { Session } from '../lib/session.ts';
import { toast } from '../ui/toast.ts';

/** Every call goes through here, so every failure is told once: a toast when the server answered, the banner when not. */
export function createQueryClient(session: Session): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        if (!query.meta?.quiet) tell(error);
        if (isUnauthenticated(error) && query.queryKey === currentUserQuery.queryKey) session.end();
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _input, _result, { meta }) => meta?.toldInPlace || tell(error),
    }),
    defaultOptions: {
      queries: {
        // The session decides what offline means, not navigator.onLine.
        networkMode: 'always',
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && isPassing(error),
        retryDelay: 500,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

function tell(error: Error): void {
  if (!(error instanceof ApiError)) console.error(error);
  else if (error.status !== undefined) toast.error(error.message);
}

function isUnauthenticated(error: Error): boolean {
  return error instanceof ApiError && error.status === 401;
}

function isPassing(error: Error): boolean {
  return error instanceof ApiError && (error.status === 502 || error.status === 503 || error.status === 504);
}
