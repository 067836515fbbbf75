import { ApiError } from '@sheaf/contract';
import type { QueryClient } from '@tanstack/react-query';
import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { organizationInfoQuery, organizationsQuery } from '../../features/organizations/api/organizations.ts';
import { currentUserQuery } from '../../features/user/api/current-user.ts';
import { pendingInvitation } from '../../lib/session/pending-invitation.ts';
import { returnPath } from '../../lib/session/return-path.ts';
import type { Session } from '../../lib/session/session.ts';

export interface RouterContext {
  session: Session;
  queryClient: QueryClient;
  /** Reloads the page; the promise never resolves. */
  reload(): Promise<never>;
}

const TWO_FACTOR_SETUP = '/two-factor-setup';
const NEW_ORGANIZATION = '/organization-create';

export interface Visit {
  context: RouterContext;
  location: Pick<ParsedLocation, 'href' | 'pathname' | 'search'>;
}

/** For login, registration and similar pages: redirects people who are signed in or have just signed in. */
export function signedOutOnly({ context }: Pick<Visit, 'context'>): void {
  if (context.session.token) throw redirectOnward();
}

/** For an invitation: like signedOutOnly, but people who are signed in when they open it join on the way. */
export function invitedOnly(visit: Pick<Visit, 'context'> & { cause: string; params: { slug: string } }): void {
  // Registering here also joins; the guard then runs again on the same page.
  if (visit.context.session.token && visit.cause === 'enter') pendingInvitation.remember(visit.params.slug);
  signedOutOnly(visit);
}

/** For the verification page: redirects people who are signed out or already verified. */
export async function unverifiedOnly(visit: Visit): Promise<void> {
  const user = await signedInUser(visit);
  if (user.email_verified_at) throw redirectOnward();
}

/** For the main area: needs a signed-in person with a verified address and an organization. */
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
  await enterNamedOrganization(visit, organizations);
  if (lacksTwoFactor(visit) && !pendingInvitation.slug && visit.location.pathname !== NEW_ORGANIZATION) {
    returnPath.remember(visit.location.href);
    throw redirect({ to: TWO_FACTOR_SETUP, replace: true });
  }
}

/** For the page that sets two-factor authentication up: redirects people who are signed out, or whose workspace is open to them. */
export async function twoFactorMissingOnly(visit: Visit): Promise<void> {
  const user = await signedInUser(visit);
  if (!user.email_verified_at || !lacksTwoFactor(visit)) throw redirectOnward();
}

/**
 * Whether the current organization requires two-factor authentication that the person hasn’t set up. Known once the
 * account is loaded.
 */
function lacksTwoFactor({ context }: Visit): boolean {
  return context.queryClient.getQueryData(organizationInfoQuery.queryKey)?.two_factor_setup_required === true;
}

/** Switches to the organization named in the address and stays there. */
async function enterNamedOrganization({ context, location }: Visit, organizations: readonly { id: string }[]) {
  const { org } = location.search as { org?: unknown };
  if (!org || org === context.session.organizationId || pendingInvitation.slug) return;
  const named = organizations.find(({ id }) => id === org);
  if (!named) throw redirect({ to: '/other-workspace', search: { link: location.href }, replace: true });
  context.session.switchOrganization(named.id);
  await context.reload();
}

/** Redirects to the page the person wanted, or home. */
function redirectOnward() {
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

/** The person, their organizations, and the plan of the current one; loaded once, then cached. */
async function loadAccount({ session, queryClient, reload }: RouterContext) {
  // With a known organization, all three load at once. The awaits below join these calls.
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
    if (answered && session.clearOrganization()) await reload();
    throw error;
  }
  return user;
}
