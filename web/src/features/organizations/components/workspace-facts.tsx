import type { Organization, Plan } from '@sheaf/contract';
import { formatMoment } from '../../../lib/format/format.ts';
import { planNames, roleNames } from '../../../lib/format/names.ts';
import { Facts } from '../../../ui/layout/facts.tsx';
import { TextLink } from '../../../ui/navigation/links.tsx';
import { nameOfIndustry } from '../display-names.ts';

interface WorkspaceFactsProps {
  organization: Organization;
  /** null: this server has no plans. */
  plan: Plan | null;
  /** Also name and industry, for people who cannot edit them in the form. */
  full: boolean;
  /** When the server was last backed up, shown to owners only. */
  lastBackupAt: string | null;
}

export function WorkspaceFacts({ organization, plan, full, lastBackupAt }: WorkspaceFactsProps) {
  const { name, industry, role } = organization;
  const facts = [
    { name: 'Your role', value: roleNames[role] },
    ...(plan ? [{ name: 'Plan', value: <TextLink to="/plans">{planNames[plan]}</TextLink> }] : []),
    ...(lastBackupAt ? [{ name: 'Last backup of this server', value: formatMoment(lastBackupAt) }] : []),
  ];
  const more = [
    { name: 'Name', value: name },
    { name: 'Industry', value: industry ? nameOfIndustry(industry) : 'Not specified' },
  ];
  return <Facts facts={full ? [...more, ...facts] : facts} />;
}
