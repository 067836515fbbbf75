import { Title } from '@mantine/core';
import { may } from '@sheaf/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { organizationInfoQuery } from '../../../features/organizations/api/organizations.ts';
import { PaletteButton } from '../../../features/search/palette/palette-button.tsx';
import { ConnectAppButton } from '../../../features/sources/components/connect/connect-app-button.tsx';
import { useHeaderTitle } from '../../page-title.tsx';
import classes from './header.module.css';
import { PhoneMenu } from './phone-menu.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { SyncActivity } from './sync-activity.tsx';
import { usePalettePlaces } from './use-palette-places.ts';

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
      <PaletteButton places={usePalettePlaces(mayConnect)} />
      {mayConnect ? <ConnectAppButton variant="default" size="sm" compact /> : null}
      <ProfileMenu />
    </header>
  );
}
