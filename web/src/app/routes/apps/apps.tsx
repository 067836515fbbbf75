import { may } from '@sheaf/contract';
import { IconApps } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { organizationInfoQuery } from '../../../features/organizations/api/organizations.ts';
import { Apps } from '../../../features/sources/components/apps.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';

const route = getRouteApi('/verified/main/apps');

export function Page() {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const { settings } = route.useSearch();
  const navigate = route.useNavigate();
  const { history } = useRouter();
  /** Opening the dialog added a history entry, so closing it goes back. */
  const openedHere = useRef(false);

  if (!may(info.role, 'sources.own')) {
    return (
      <EmptyState icon={IconApps} title="Guests can’t connect apps">
        You can see what others share with you. Ask an admin to make you a member.
      </EmptyState>
    );
  }

  const open = (id: string) => {
    openedHere.current = true;
    void navigate({ to: '/apps', search: { settings: id } });
  };
  const close = () => {
    if (openedHere.current) history.back();
    else void navigate({ to: '/apps', search: {}, replace: true });
    openedHere.current = false;
  };
  return <Apps settings={settings} onOpenSettings={open} onCloseSettings={close} />;
}
