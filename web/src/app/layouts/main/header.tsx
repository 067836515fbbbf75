import { Title } from '@mantine/core';
import { ConnectAppButton } from '../../../features/sources/components/connect-app-button.tsx';
import { useTitle } from '../../page-title.tsx';
import classes from './header.module.css';
import { PhoneMenu } from './phone-menu.tsx';
import { ProfileMenu } from './profile-menu.tsx';

export function Header() {
  return (
    <header className={classes.header}>
      <PhoneMenu />
      <Title order={1} className={classes.title}>
        {useTitle()}
      </Title>
      <ConnectAppButton variant="default" size="sm" />
      <ProfileMenu />
    </header>
  );
}
