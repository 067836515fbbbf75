import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toasterWanted } from './toast.ts';

/** Toasts close automatically after this time. */
const TOAST_MS = 3000;

const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));

/** Renders the toasts. */
export function Toaster() {
  const wanted = useSyncExternalStore(toasterWanted.subscribe, toasterWanted.get);
  return wanted ? (
    <Suspense>
      <Notifications position="bottom-center" autoClose={TOAST_MS} limit={4} />
    </Suspense>
  ) : null;
}
