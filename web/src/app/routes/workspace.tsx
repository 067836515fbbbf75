import { useSuspenseQuery } from '@tanstack/react-query';
import { organizationInfoQuery, organizationsQuery } from '../../features/organizations/api/organizations.ts';
import { planNames } from '../../features/organizations/plan-names.ts';
import { Facts } from '../../ui/facts.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Section } from '../../ui/section.tsx';

export function Page() {
  const { data: organizations } = useSuspenseQuery(organizationsQuery);
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const current = organizations.find(({ id }) => id === info.id);
  return (
    <Section title="Workspace" description="The organisation you are working in.">
      <Facts
        facts={[
          { name: 'Name', value: current?.name },
          { name: 'Your role', value: roleNames[info.role] },
          { name: 'Plan', value: <TextLink to="/plans">{planNames[info.subscription.plan]}</TextLink> },
        ]}
      />
    </Section>
  );
}

const roleNames = { owner: 'Owner', admin: 'Admin', member: 'Member', guest: 'Guest' } as const;
