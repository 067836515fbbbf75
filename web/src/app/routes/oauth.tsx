import { Stack, Text } from '@mantine/core';
import type { SourceAccount } from '@sheaf/contract';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { pendingSource } from '../../features/sources/api/connect.ts';
import { ConnectProgress, NotConnected } from '../../features/sources/components/connect-progress.tsx';
import { session } from '../../lib/http.ts';
import { returnPath } from '../../lib/return-path.ts';
import { AuthCard } from '../../ui/auth-card.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { toast } from '../../ui/toast.ts';

const route = getRouteApi('/consent/oauth');

/** Where a consent page sends the browser back to. */
export function Page() {
  const { code, state, error } = route.useSearch();
  const navigate = route.useNavigate();
  const [source] = useState(pendingSource.get);
  const token = useSyncExternalStore(session.subscribe, () => session.token);

  if (!token) return <SignInFirst />;
  if (error === 'access_denied') {
    return (
      <NotConnected title="You did not allow access" source={source}>
        Without it Sheaf cannot read your files. Nothing was connected.
      </NotConnected>
    );
  }
  if (error) {
    return (
      <NotConnected title="The account could not be connected" source={source}>
        The app sent you back with an error. Trying again often helps.
      </NotConnected>
    );
  }
  if (!code || !state || !source) {
    return (
      <NotConnected title="No app is being connected" source={null}>
        An app sends you here after you have allowed Sheaf to read it. Nothing of the kind is under way in this browser.
      </NotConnected>
    );
  }

  const goOn = ({ id, name, last_synced_at }: SourceAccount) => {
    toast.success(`${name} is connected`);
    // One that was connected before has its settings.
    void navigate({ to: '/apps', search: last_synced_at ? {} : { settings: id }, replace: true });
  };
  return <ConnectProgress source={source} code={code} state={state} onConnected={goOn} />;
}

function SignInFirst() {
  const href = useLocation({ select: ({ href }) => href });
  return (
    <AuthCard title="Sign in to go on">
      <Stack gap="md">
        <Text>You are signed out, so Sheaf does not know whose account this is. Sign in, and connecting goes on.</Text>
        <ButtonLink to="/login" fullWidth onClick={() => returnPath.remember(href)}>
          Sign in
        </ButtonLink>
      </Stack>
    </AuthCard>
  );
}
