import type { QueryClient } from '@tanstack/react-query';
import { returnPath } from '../lib/session/return-path.ts';
import type { Session } from '../lib/session/session.ts';
import { clearErrors } from '../ui/feedback/toast.ts';

interface Navigation {
  state: { location: { href: string } };
  invalidate(): Promise<void>;
  navigate(to: { to: '/login'; replace: true }): Promise<void>;
}

/**
 * Clears the loaded data when someone signs in or out, here or in another tab. After a sign-in the guards run again and
 * decide which page to show; after a sign-out the tab goes to /login. Returns a function that stops this.
 */
export function followSession(session: Session, queryClient: QueryClient, router: Navigation): () => void {
  let token = session.token;
  return session.subscribe(() => {
    if (session.token === token) return;
    token = session.token;
    clearErrors();
    const forget = () => queryClient.clear();
    if (token) {
      forget();
      void router.invalidate();
    } else {
      returnPath.remember(router.state.location.href);
      // Clears after the navigation, because the page being left would load its data again.
      void router.navigate({ to: '/login', replace: true }).then(forget);
    }
  });
}
