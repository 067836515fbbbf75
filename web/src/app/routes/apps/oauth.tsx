import { Stack, Text } from '@mantine/core';
import type { SourceAccount } from '@sheaf/contract';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { stepNumbers } from '../../../features/onboarding/steps.ts';
import { pendingSource } from '../../../features/sources/api/connect.ts';
import { AccessRefused } from '../../../features/sources/components/connect/access-refused.tsx';
import { ConnectProgress, NotConnected } from '../../../features/sources/components/connect/connect-progress.tsx';
import { session } from '../../../lib/api/http.ts';
import { accountText } from '../../../lib/format/account-title.ts';
import { returnPath } from '../../../lib/session/return-path.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { AuthCard } from '../../../ui/layout/auth-card.tsx';
import { ButtonLink } from '../../../ui/navigation/links.tsx';

const route = getRouteApi('/consent/oauth');

/** The page that a consent page redirects to. */
export function Page() {
  const { code, state, error } = route.useSearch();
  const navigate = route.useNavigate();
  const [source] = useState(pendingSource.get);
  const [inGuide] = useState(pendingSource.isOfGuide);
  const [access] = useState(pendingSource.getAccess);
  const token = useSyncExternalStore(session.subscribe, () => session.token);

  if (!token) return <SignInFirst />;
  if (error && source && access) return <AccessRefused source={source} access={access} />;
  if (error === 'access_denied') {
    return (
      <NotConnected title="Access wasn’t granted" source={source}>
        Sheaf needs access to read your files. Nothing was connected.
      </NotConnected>
    );
  }
  if (error) {
    return (
      <NotConnected title="Couldn’t connect the account" source={source}>
        The app reported an error. Try again.
      </NotConnected>
    );
  }
  if (!code || !state || !source) {
    return (
      <NotConnected title="No app to connect" source={null}>
        Apps send you here after you grant access, but no connection is in progress in this browser. Start again in
        Apps.
      </NotConnected>
    );
  }

  const openApps = (account: SourceAccount) => {
    const { id, last_synced_at } = account;
    const allowed = account.access.find(({ key }) => key === access);
    if (!allowed) toast.success(`${accountText(account, account.source)} is connected`);
    else if (allowed.is_allowed) toast.success(`Access allowed: ${allowed.name}`);
    else toast.error(`${account.source.name} didn’t allow access. ${allowed.granted_by}`);
    // An account that was synced before has settings, so their dialog opens only if the person came from it.
    const settings = last_synced_at && !allowed ? {} : { settings: id };
    if (inGuide) void navigate({ to: '/onboarding', search: { step: stepNumbers.apps, ...settings }, replace: true });
    else void navigate({ to: '/apps', search: settings, replace: true });
  };
  return <ConnectProgress source={source} code={code} state={state} onConnected={openApps} />;
}

function SignInFirst() {
  const href = useLocation({ select: ({ href }) => href });
  return (
    <AuthCard title="Sign in to continue">
      <Stack gap="md">
        <Text>You’re signed out. Sign in to finish connecting your account.</Text>
        <ButtonLink to="/login" fullWidth onClick={() => returnPath.remember(href)}>
          Sign in
        </ButtonLink>
      </Stack>
    </AuthCard>
  );
}
