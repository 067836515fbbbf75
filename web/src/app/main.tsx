import './styles.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { session } from '../lib/api/http.ts';
import { flash } from '../lib/session/flash.ts';
import { toast } from '../ui/feedback/toast.ts';
import { followSession } from './follow-session.ts';
import { Providers } from './providers.tsx';
import { createQueryClient } from './query-client.ts';
import { createAppRouter } from './router/router.tsx';

const queryClient = createQueryClient(
  session,
  () => void router.navigate({ to: '/plans' }),
  () => void router.invalidate(),
);
const router = createAppRouter({
  session,
  queryClient,
  reload() {
    location.reload();
    return new Promise(() => {});
  },
});
// Visitors of a public link stay there even if someone signs in or out in this browser.
if (!location.pathname.startsWith('/l/')) followSession(session, queryClient, router);

const message = flash.take();
if (message) toast.success(message);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
