import { Menu, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { organizationInfoQuery, organizationsQuery } from '../../../../features/organizations/api/organizations.ts';
import { OrganizationItems } from '../../../../features/organizations/components/organization-items.tsx';
import { MenuLink } from '../../../../ui/menus/menu-link.tsx';
import { OrganizationLogo } from '../../../../ui/pictures/organization-logo.tsx';
import classes from './workspace-menu.module.css';
import { workspacePages } from './workspace-pages.ts';

interface WorkspaceMenuProps {
  folded?: boolean;
  /** The menu opens or closes: a drawer behind it must leave Escape to it. */
  onOpened?(opened: boolean): void;
  onNavigate?(): void;
}

/** The workspace the person is in, at the top of the sidebar; opens the pages about it, and the list to switch to another. */
export function WorkspaceMenu({ folded = false, onOpened, onNavigate }: WorkspaceMenuProps) {
  const { data: organizations } = useSuspenseQuery(organizationsQuery);
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const workspace = organizations.find(({ id }) => id === info.id);
  if (!workspace) return null;
  return (
    <Menu width={264} position="bottom-start" onChange={onOpened}>
      <Menu.Target>
        <UnstyledButton className={classes.target} data-folded={folded || undefined}>
          <Tooltip label={workspace.name} position="right" disabled={!folded}>
            <span className={classes.logo}>
              <OrganizationLogo organization={workspace} size={28} />
            </span>
          </Tooltip>
          {folded ? (
            <VisuallyHidden>Workspace: {workspace.name}</VisuallyHidden>
          ) : (
            <>
              <VisuallyHidden>Workspace: </VisuallyHidden>
              <span className="ellipsis grow strong" title={workspace.name}>
                {workspace.name}
              </span>
              <IconSelector size={16} stroke={1.7} aria-hidden className="rigid dimmed" />
            </>
          )}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {workspacePages(info.role).map(({ to, name, icon: Picture }) => (
          <MenuLink
            key={to}
            to={to}
            leftSection={<Picture size={18} stroke={1.6} aria-hidden />}
            onClick={() => onNavigate?.()}
          >
            {name}
          </MenuLink>
        ))}
        <Menu.Divider />
        <OrganizationItems />
      </Menu.Dropdown>
    </Menu>
  );
}
