import type { Organization, Plan } from '@sheaf/contract';
import { roleNames } from '../../../lib/role-names.ts';
import { Facts } from '../../../ui/facts.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { nameOfIndustry } from '../industry-names.ts';
import { planNames } from '../plan-names.ts';

interface WorkspaceFactsProps {
  organization: Organization;
  plan: Plan;
  /** Also what others see in a form. */
  full: boolean;
}

export function WorkspaceFacts({ organization, plan, full }: WorkspaceFactsProps) {
  const { name, industry, role } = organization;
  const facts = [
    { name: 'Your role', value: roleNames[role] },
    { name: 'Plan', value: <TextLink to="/plans">{planNames[plan]}</TextLink> },
  ];
  const more = [
    { name: 'Name', value: name },
    { name: 'Industry', value: industry ? nameOfIndustry(industry) : 'Not said' },
  ];
  return <Facts facts={full ? [...more, ...facts] : facts} />;
}
