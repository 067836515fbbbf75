import { Menu, Text } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { roleNames } from '../../../lib/format/names.ts';
import { enterOrganization } from '../../../lib/session/change-organization.ts';
import { MenuLink } from '../../../ui/menus/menu-link.tsx';
import { OrganizationLogo } from '../../../ui/pictures/organization-logo.tsx';
import { organizationInfoQuery, organizationsQuery } from '../api/organizations.ts';
import classes from './organization-items.module.css';

/** The person’s organizations, as items of a menu. Choosing one reloads the page in that organization. */
export function OrganizationItems() {
  const { data: organizations } = useSuspenseQuery(organizationsQuery);
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const enter = (id: string) => {
    const name = organizations.find((organization) => organization.id === id)?.name;
    enterOrganization(id, `You’re now in ${name}`);
  };
  return (
    <>
      <Menu.Label>Switch account</Menu.Label>
      <div className={classes.list}>
        <Menu.RadioGroup value={info.id} onChange={enter}>
          {organizations.map((organization) => (
            <Menu.RadioItem
              key={organization.id}
              value={organization.id}
              checkIcon={<IconCheck size={14} stroke={2.4} />}
              classNames={{ item: classes.item, itemLabel: 'row gap-10 shrinkable' }}
            >
              <OrganizationLogo organization={organization} size={28} />
              <span className="shrinkable">
                <Text truncate>{organization.name}</Text>
                <Text size="xs" c="dimmed">
                  {roleNames[organization.role]}
                </Text>
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </div>
      <MenuLink to="/organization-create" leftSection={<IconPlus size={18} stroke={1.6} aria-hidden />}>
        Add organization
      </MenuLink>
    </>
  );
}
