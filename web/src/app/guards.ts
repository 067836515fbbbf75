import { ApiError } from '@sheaf/contract';
import type { QueryClient } from '@tanstack/react-query';
import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { organizationInfoQuery, organizationsQuery } from '../features/organizations/api/organizations.ts';
import { currentUserQuery } from '../features/user/api/current-user.ts';
import { pendingInvitation } from '../lib/pending-invitation.ts';
import { returnPath } from '../lib/return-path.ts';
import type { Session } from '../lib/session.ts';

export interface RouterContext {
  session: Session;
  queryClient: QueryClient;
  /** Loads the page anew; never answers. */
  reload(): Promise<never>;
}

const NEW_ORGANIZATION = '/organization-create';

interface Visit {
  context: RouterContext;
  location: Pick<ParsedLocation, 'href' | 'pathname'>;
}

/** Login, registration and the like: whoever is signed in, or has just signed in, is sent on. */
export function signedOutOnly({ context }: Pick<Visit, 'context'>): void {
  if (context.session.token) throw sendOn();
}

/** An invitation: as above, but whoever is signed in as they open it joins on their way. */
export function invitedOnly(visit: Pick<Visit, 'context'> & { cause: string; params: { slug: string } }): void {
  // Who registers here has joined; the guard then runs again, for a page that was open before.
  if (visit.context.session.token && visit.cause === 'enter') pendingInvitation.remember(visit.params.slug);
  signedOutOnly(visit);
}

/** The verification page: needs a signed-in person; one who is verified has nothing to do there. */
export async function unverifiedOnly(visit: Visit): Promise<void> {
  const user = await signedInUser(visit);
  if (user.email_verified_at) throw sendOn();
}

/** The main area: needs a signed-in person with a verified address, and an organisation to be in. */
export async function verifiedOnly(visit: Visit): Promise<void> {
  const user = await signedInUser(visit);
  if (!user.email_verified_at) {
    returnPath.remember(visit.location.href);
    throw redirect({ to: '/verification', replace: true });
  }
  const organizations = await visit.context.queryClient.ensureQueryData(organizationsQuery);
  if (organizations.length === 0 && visit.location.pathname !== NEW_ORGANIZATION) {
    throw redirect({ to: NEW_ORGANIZATION, replace: true });
  }
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
  const organizations = await queryClient.ensureQueryData(organizationsQuery);
  if (organizations.length === 0) {
    session.leaveOrganization();
    return user;
  }
  session.chooseOrganization(organizations);
  try {
    await queryClient.ensureQueryData(organizationInfoQuery);
  } catch (error) {
    const answered = error instanceof ApiError && error.status !== undefined;
    if (answered && session.forgetOrganization()) await reload();
    throw error;
  }
  return user;
}
