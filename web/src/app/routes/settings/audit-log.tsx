import { may } from '@sheaf/contract';
import { IconHistory } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { AuditLog } from '../../../features/audit/components/audit-log.tsx';
import { organizationInfoQuery } from '../../../features/organizations/api/organizations.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';

export function Page() {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  if (may(info.role, 'audit.read')) return <AuditLog />;
  return (
    <EmptyState icon={IconHistory} title="Only owners and admins can see the audit log">
      You’re a {info.role} here. Ask an owner or admin if you need to know what happened.
    </EmptyState>
  );
}
