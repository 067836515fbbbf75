import type { QueryClient } from '@tanstack/react-query';
import { returnPath } from '../lib/return-path.ts';
import type { Session } from '../lib/session.ts';

interface Navigation {
  state: { location: { href: string } };
  invalidate(): Promise<void>;
  navigate(to: { to: '/login'; replace: true }): Promise<void>;
}

/**
 * Whoever signs in or out, here or in another tab: what was loaded for somebody else goes. Signed in, the guards decide
 * anew where this tab belongs; signed out, it goes to /login.
 */
export function followSession(session: Session, queryClient: QueryClient, router: Navigation): void {
  let token = session.token;
  session.subscribe(() => {
    if (session.token === token) return;
    token = session.token;
    const forget = () => queryClient.clear();
    if (token) {
      forget();
      void router.invalidate();
    } else {
      returnPath.remember(router.state.location.href);
      // Afterwards, lest the page that is being left asks for its data again.
      void router.navigate({ to: '/login', replace: true }).then(forget);
    }
  });
}
