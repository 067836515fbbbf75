import { ApiError } from '@sheaf/contract';
import type { QueryClient } from '@tanstack/react-query';
import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { organizationInfoQuery, organizationsQuery } from '../features/organizations/api/organizations.ts';
import { currentUserQuery } from '../features/user/api/current-user.ts';
import { returnPath } from '../lib/return-path.ts';
import type { Session } from '../lib/session.ts';

export interface RouterContext {
  session: Session;
  queryClient: QueryClient;
  /** Loads the page anew; never answers. */
  reload(): Promise<never>;
}

interface Visit {
  context: RouterContext;
  location: Pick<ParsedLocation, 'href'>;
}

/** Login, registration and the like: whoever is signed in, or has just signed in, is sent on. */
export function signedOutOnly({ context }: Pick<Visit, 'context'>): void {
  if (context.session.token) throw sendOn();
}

/** The verification page: needs a signed-in person; one who is verified has nothing to do there. */
export async function unverifiedOnly(visit: Visit): Promise<void> {
  const user = await signedInUser(visit);
  if (user.email_verified_at) throw sendOn();
}

/** The main area: needs a signed-in person with a verified address. */
export async function verifiedOnly(visit: Visit): Promise<void> {
  const user = await signedInUser(visit);
  if (user.email_verified_at) return;
  returnPath.remember(visit.location.href);
  throw redirect({ to: '/verification', replace: true });
}

/** To where they wanted to go, or home. */
function sendOn() {
  return redirect({ href: returnPath.take() ?? '/directory', replace: true });
}

async function signedInUser({ context, location }: Visit) {
  if (context.session.token) {
    try {
      return await loadAccount(context);
    } catch (error) {
      // A 401 has ended the session (see query-client.ts); anything else is for the error screen.
      if (context.session.token) throw error;
    }
  }
  returnPath.remember(location.href);
  throw redirect({ to: '/login', replace: true });
}

/** The person, their organisations, and the plan of the current one; asked for once, then kept. */
async function loadAccount({ session, queryClient, reload }: RouterContext) {
  // Known organisation: all three at once. The awaits below join these calls.
  if (session.organizationId && !queryClient.getQueryData(currentUserQuery.queryKey)) {
    void queryClient.prefetchQuery(organizationsQuery);
    void queryClient.prefetchQuery(organizationInfoQuery);
  }
  const user = await queryClient.ensureQueryData(currentUserQuery);
  session.chooseOrganization(await queryClient.ensureQueryData(organizationsQuery));
  try {
    await queryClient.ensureQueryData(organizationInfoQuery);
  } catch (error) {
    const answered = error instanceof ApiError && error.status !== undefined;
    if (answered && session.forgetOrganization()) await reload();
    throw error;
  }
  return user;
}
