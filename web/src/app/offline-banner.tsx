import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { currentUserQuery } from '../features/user/api/current-user.ts';
import { session } from '../lib/api/http.ts';
import classes from './offline-banner.module.css';

const RETRY_MS = 5000;
const signedIn = 'No connection to Sheaf. You’re still signed in. Trying again…';
const signedOut = 'No connection to Sheaf. Try again in a moment.';

/** Shows that the server cannot be reached, keeps trying, and refreshes the page when it can. */
export function OfflineBanner() {
  const offline = useSyncExternalStore(session.subscribe, () => session.offline);
  const queryClient = useQueryClient();
  const router = useRouter();

  useEffect(() => {
    if (!offline) return;
    const retry = () => void queryClient.refetchQueries({ ...currentUserQuery, exact: true });
    const timer = setInterval(retry, RETRY_MS);
    window.addEventListener('online', retry);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', retry);
      void queryClient.invalidateQueries();
      void router.invalidate();
    };
  }, [offline, queryClient, router]);

  return (
    <div role="status">{offline ? <p className={classes.banner}>{session.token ? signedIn : signedOut}</p> : null}</div>
  );
}
