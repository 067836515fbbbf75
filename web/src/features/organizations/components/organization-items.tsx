import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { session } from '../../../lib/http.ts';
import { organizationInfoQuery, organizationsQuery } from '../api/organizations.ts';

/** The organisations of the person, as items of a menu. Choosing one loads the page anew, in that organisation. */
export function OrganizationItems() {
  const { data: organizations } = useSuspenseQuery(organizationsQuery);
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const switchTo = (id: string) => {
    session.switchOrganization(id);
    window.location.assign('/');
  };
  return (
    <>
      <Menu.Label>Switch account</Menu.Label>
      <Menu.RadioGroup value={info.id} onChange={switchTo}>
        {organizations.map(({ id, name }) => (
          <Menu.RadioItem key={id} value={id} checkIcon={<IconCheck size={14} stroke={2.4} />}>
            {name}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
