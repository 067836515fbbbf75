import { Title } from '@mantine/core';
import { may } from '@sheaf/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { organizationInfoQuery } from '../../../features/organizations/api/organizations.ts';
import { ConnectAppButton } from '../../../features/sources/components/connect-app-button.tsx';
import { useTitle } from '../../page-title.tsx';
import classes from './header.module.css';
import { PhoneMenu } from './phone-menu.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { SyncActivity } from './sync-activity.tsx';

export function Header() {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  return (
    <header className={classes.header}>
      <PhoneMenu />
      <Title order={1} className={classes.title}>
        {useTitle()}
      </Title>
      {may(info.role, 'sources.own') ? (
        <>
          <SyncActivity />
          <ConnectAppButton variant="default" size="sm" />
        </>
      ) : null}
      <ProfileMenu />
    </header>
  );
}
