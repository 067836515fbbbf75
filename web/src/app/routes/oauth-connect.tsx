import { getRouteApi } from '@tanstack/react-router';
import { pendingSource } from '../../features/sources/api/connect.ts';
import { NotConnected } from '../../features/sources/components/connect-progress.tsx';
import { CredentialsCard } from '../../features/sources/components/credentials-card.tsx';

const route = getRouteApi('/verified/own-consent/oauth/connect');

/** Our own consent page, for sources without one. */
export function Page() {
  const { source, state } = route.useSearch();
  const navigate = route.useNavigate();

  if (!source || !state) {
    return (
      <NotConnected title="No app is being connected" source={null}>
        This page needs to know what to connect. Please begin at Apps.
      </NotConnected>
    );
  }
  const goOn = (code: string) => {
    pendingSource.remember(source, pendingSource.getAccount());
    void navigate({ to: '/oauth', search: { code, state }, replace: true });
  };
  return (
    <CredentialsCard source={source} state={state} onConnect={goOn} onCancel={() => void navigate({ to: '/apps' })} />
  );
}
