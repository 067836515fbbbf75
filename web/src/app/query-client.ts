import { ApiError } from '@sheaf/contract';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { organizationInfoQuery } from '../features/organizations/api/organizations.ts';
import { currentUserQuery } from '../features/user/api/current-user.ts';
import type { Session } from '../lib/session/session.ts';
import { toast } from '../ui/feedback/toast.ts';

/**
 * Reports every failed call once: with a toast when the server answered, with the offline banner when it did not, and
 * at the sign-in page when the session has ended. `showPlan` is the action in the toast about a limit of the plan, and
 * `guardAgain` runs the guards again, which lead to the two-factor setup when the workspace has started to require it.
 */
export function createQueryClient(session: Session, showPlan: () => void, guardAgain: () => void): QueryClient {
  const showError = (error: Error) => {
    if (!(error instanceof ApiError) || error.code !== 'two_factor_setup_required') return report(error, showPlan);
    const { queryKey } = organizationInfoQuery;
    client.setQueryData(queryKey, (info) => info && { ...info, two_factor_setup_required: true });
    guardAgain();
  };
  const showRefusal = async (error: Error, quiet: boolean) => {
    if ((await checkSession(client, session)) && !quiet) showError(error);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        if (!isUnauthenticated(error)) return query.meta?.quiet || showError(error);
        if (query.queryKey === currentUserQuery.queryKey) session.endByServer();
        else void showRefusal(error, Boolean(query.meta?.quiet));
      },
    }),
    mutationCache: new MutationCache({
      onError(error, _input, _result, { meta }) {
        const isShown = isShownInPlace(error, meta?.errorShownInPlace);
        if (!isUnauthenticated(error)) return isShown || showError(error);
        void showRefusal(error, isShown);
      },
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
  return client;
}

/**
 * For a call that was refused as unauthenticated: loads the current user, and ends the session if that is refused too.
 * Returns whether the session is still valid.
 */
export async function checkSession(client: QueryClient, session: Session): Promise<boolean> {
  if (session.token) await client.fetchQuery({ ...currentUserQuery, staleTime: 0 }).catch(() => {});
  return session.token !== null;
}

function report(error: Error, showPlan: () => void): void {
  if (!(error instanceof ApiError)) console.error(error);
  else if (error.code === 'plan_limit' || error.code === 'read_only') void reportLimit(error.message, showPlan);
  else if (error.code !== 'offline') toast.error(error.message);
}

/** With 'fields', a form shows what is wrong with each field, but nothing else (see use-form-mutation.ts). */
function isShownInPlace(error: Error, where: unknown): boolean {
  if (where === 'fields') return error instanceof ApiError && Object.keys(error.errors).length > 0;
  return Boolean(where);
}

async function reportLimit(message: string, showPlan: () => void): Promise<void> {
  const { actionToast } = await import('../ui/feedback/action-toast.tsx');
  actionToast({ id: message, message, color: 'red', action: 'See plan', run: showPlan });
}

function isUnauthenticated(error: Error): boolean {
  return error instanceof ApiError && error.code === 'unauthenticated';
}

function isTemporary(error: Error): boolean {
  return error instanceof ApiError && (error.status === 502 || error.status === 503 || error.status === 504);
}
