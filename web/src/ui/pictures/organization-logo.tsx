import { Avatar } from '@mantine/core';
import { initials } from '../../lib/format/format.ts';

interface Organization {
  name: string;
  logo: string | null;
}

/** The logo of an organization, or its initials. Decorative: the name is next to it. */
export function OrganizationLogo({ organization, size = 32 }: { organization: Organization; size?: number }) {
  return (
    <Avatar
      src={organization.logo}
      alt=""
      size={size}
      radius={Math.round(size / 4)}
      color="teal"
      variant="light"
      aria-hidden
    >
      <span style={{ fontSize: size * 0.38, fontWeight: 600 }}>{initials(organization.name)}</span>
    </Avatar>
  );
}
