import { Title } from '@mantine/core';
import { may } from '@sheaf/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { organizationInfoQuery } from '../../../features/organizations/api/organizations.ts';
import { ConnectAppButton } from '../../../features/sources/components/connect/connect-app-button.tsx';
import { usePlaces } from '../../documents/use-places.ts';
import { useHeaderTitle } from '../../page-title.tsx';
import classes from './header.module.css';
import { HeaderSearch } from './header-search.tsx';
import { PhoneMenu } from './menus/phone-menu.tsx';
import { ProfileMenu } from './menus/profile-menu.tsx';
import { SyncActivity } from './sync-activity.tsx';

export function Header() {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const mayConnect = may(info.role, 'sources.own');
  const title = useHeaderTitle();
  return (
    <header className={classes.header}>
      <PhoneMenu />
      {title ? (
        <Title order={1} className={classes.title}>
          {title}
        </Title>
      ) : (
        <span className={classes.title} />
      )}
      {/* Beside the title, which gives way: nothing else moves when it appears. */}
      <SyncActivity shown={mayConnect} />
      <HeaderSearch places={usePlaces(mayConnect)} />
      {mayConnect ? <ConnectAppButton variant="default" size="sm" compact /> : null}
      <ProfileMenu />
    </header>
  );
}
