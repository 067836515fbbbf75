import { Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconExternalLink, IconKeyboard, IconListCheck, IconLogout } from '@tabler/icons-react';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { logout } from '../../../../features/auth/api/sign-in.ts';
import { onboardingQuery } from '../../../../features/onboarding/api/onboarding.ts';
import { FINISH } from '../../../../features/onboarding/step-search.ts';
import { noProgress, resumeStep } from '../../../../features/onboarding/steps.ts';
import { organizationInfoQuery } from '../../../../features/organizations/api/organizations.ts';
import { OrganizationItems } from '../../../../features/organizations/components/organization-items.tsx';
import { currentUserQuery } from '../../../../features/user/api/current-user.ts';
import { MenuLink } from '../../../../ui/menus/menu-link.tsx';
import { PersonAvatar } from '../../../../ui/pictures/person-avatar.tsx';
import { useMySteps } from '../../../onboarding/use-my-steps.ts';
import { useShowShortcuts } from '../shortcuts/shortcuts.tsx';
import classes from './profile-menu.module.css';
import { ThemeItems } from './theme-items.tsx';
import { workspacePages } from './workspace-pages.ts';

/** The server sends people on to the operator's own page, where there is one. */
const PRIVACY_POLICY = '/privacy';

export function ProfileMenu() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const { mutate: signOut } = useMutation(logout);
  const resumeGuide = useResumeGuide();
  const showShortcuts = useShowShortcuts();
  return (
    <Menu width={264} position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <PersonAvatar person={user} />
          <VisuallyHidden>Profile menu of {user.name}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.person}>
          <PersonAvatar person={user} size={40} />
          <div className="shrinkable">
            <Text fw={550} truncate>
              {user.name}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {user.email}
            </Text>
          </div>
        </div>
        <Menu.Divider />
        <OrganizationItems />
        <Menu.Divider />
        {workspacePages(info.role).map(({ to, name, icon: Picture }) => (
          <MenuLink key={to} to={to} leftSection={<Picture size={18} stroke={1.6} aria-hidden />}>
            {to === '/members' ? 'Team' : name}
          </MenuLink>
        ))}
        <Menu.Item leftSection={<IconListCheck size={18} stroke={1.6} aria-hidden />} onClick={resumeGuide}>
          Setup guide
        </Menu.Item>
        <Menu.Item
          leftSection={<IconKeyboard size={18} stroke={1.6} aria-hidden />}
          visibleFrom="sm"
          onClick={showShortcuts}
        >
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Divider />
        <ThemeItems />
        <Menu.Divider />
        <Menu.Item
          component="a"
          href={PRIVACY_POLICY}
          target="_blank"
          rel="noopener"
          leftSection={<IconExternalLink size={18} stroke={1.6} aria-hidden />}
        >
          Privacy policy
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={18} stroke={1.6} aria-hidden />} onClick={() => signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Opens the guide at its first open step, even if the others were done on another device. */
function useResumeGuide(): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const mine = useMySteps();
  return async () => {
    const known = await client.ensureQueryData(onboardingQuery()).catch(() => undefined);
    const step = resumeStep(mine, known ?? noProgress);
    await navigate({ to: '/onboarding', search: { step: step === FINISH ? 1 : step } });
  };
}
