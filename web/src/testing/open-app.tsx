import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, render, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, vi } from 'vitest';
import { followSession } from '../app/follow-session.ts';
import { Providers } from '../app/providers.tsx';
import { createQueryClient } from '../app/query-client.ts';
import { createAppRouter } from '../app/router/router.tsx';
import { session } from '../lib/api/http.ts';
import { storageKeys } from '../lib/session/storage-keys.ts';
import { type answers, FakeServer } from './fake-server.ts';
import { installation, newWorkspace } from './workspace.ts';

interface Start {
  /** The server’s answers; for signed-in people, in addition to those of a new workspace. */
  server?: ReturnType<typeof answers>[];
  signedIn?: boolean;
  /** Further content of local storage. By default the person has seen the onboarding. */
  stored?: Record<string, string>;
}

/**
 * Opens the app at an address, as main.tsx does: with the real router, guards, queries and theme. Only the network is
 * doubled. At the end of the test every call must have had an answer.
 */
export function openApp(path: string, { server: routes = [], signedIn = true, stored }: Start = {}) {
  const server = new FakeServer([installation, ...(signedIn ? newWorkspace : []), ...routes]);
  for (const [key, value] of Object.entries(stored ?? { [storageKeys.onboardingSeen]: '1' })) {
    localStorage.setItem(key, value);
  }
  if (signedIn) session.start('token');

  const history = createMemoryHistory({ initialEntries: [path] });
  const queryClient = createQueryClient(
    session,
    () => void router.navigate({ to: '/plans' }),
    () => void router.invalidate(),
  );
  const router = createAppRouter({ session, queryClient, reload: vi.fn(() => new Promise<never>(() => {})) }, history);
  const stop = followSession(session, queryClient, router);
  const { unmount } = render(
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>,
  );
  const close = () => {
    unmount();
    stop();
    queryClient.clear();
  };
  onTestFinished(() => {
    close();
    expect(server.unanswered, 'calls that nothing answers').toEqual([]);
  });
  return {
    user: userEvent.setup(),
    server,
    /** The current address. */
    address: () => history.location.href,
    /** Waits until every answer has arrived and is shown, for tests of what doesn’t appear. */
    settled: async () => {
      await waitFor(() => expect(queryClient.isFetching()).toBe(0));
      await act(() => new Promise((resolve) => setTimeout(resolve)));
    },
    go: (href: string) => router.navigate({ href }),
    back: () => history.back(),
    /** Closes the page; the browser’s storage stays for the next one. */
    close,
  };
}
