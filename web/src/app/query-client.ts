import { ApiError } from '@sheaf/contract';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '../features/user/api/current-user.ts';
import type { Session } from '../lib/session/session.ts';
import { toast } from '../ui/feedback/toast.ts';

/**
 * Reports every failed call once: with a toast when the server answered, with the offline banner when it did not.
 * `showPlan` is what the toast about a limit of the plan offers.
 */
export function createQueryClient(session: Session, showPlan: () => void): QueryClient {
  const showError = (error: Error) => report(error, showPlan);
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        if (!query.meta?.quiet) showError(error);
        if (isUnauthenticated(error) && query.queryKey === currentUserQuery.queryKey) session.end();
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _input, _result, { meta }) => meta?.errorShownInPlace || showError(error),
    }),
    defaultOptions: {
      queries: {
        // The session decides what offline means, not navigator.onLine.
        networkMode: 'always',
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && isTemporary(error),
        retryDelay: 500,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

function report(error: Error, showPlan: () => void): void {
  if (!(error instanceof ApiError)) console.error(error);
  else if (error.code === 'plan_limit' || error.code === 'read_only') void reportLimit(error.message, showPlan);
  else if (error.status !== undefined) toast.error(error.message);
}

async function reportLimit(message: string, showPlan: () => void): Promise<void> {
  const { actionToast } = await import('../ui/feedback/action-toast.tsx');
  actionToast({ id: message, message, color: 'red', action: 'See plan', run: showPlan });
}

function isUnauthenticated(error: Error): boolean {
  return error instanceof ApiError && error.status === 401;
}

function isTemporary(error: Error): boolean {
  return error instanceof ApiError && (error.status === 502 || error.status === 503 || error.status === 504);
}
