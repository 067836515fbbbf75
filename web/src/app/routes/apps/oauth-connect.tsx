import { getRouteApi } from '@tanstack/react-router';
import { pendingSource } from '../../../features/sources/api/connect.ts';
import { NotConnected } from '../../../features/sources/components/connect/connect-progress.tsx';
import { CredentialsCard } from '../../../features/sources/components/connect/credentials-card.tsx';

const route = getRouteApi('/verified/own-consent/oauth/connect');

/** Our own consent page, for sources without one. */
export function Page() {
  const { source, state } = route.useSearch();
  const navigate = route.useNavigate();

  if (!source || !state) {
    return (
      <NotConnected title="No app to connect" source={null}>
        Choose the app to connect in Apps.
      </NotConnected>
    );
  }
  const goOn = (code: string) => {
    pendingSource.remember(source, { account: pendingSource.getAccount(), guide: pendingSource.isOfGuide() });
    void navigate({ to: '/oauth', search: { code, state }, replace: true });
  };
  const cancel = () =>
    void navigate(pendingSource.isOfGuide() ? { to: '/onboarding', search: { step: 7 } } : { to: '/apps' });
  return <CredentialsCard source={source} state={state} onConnect={goOn} onCancel={cancel} />;
}
