import { may } from '@sheaf/contract';
import { IconHistory } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type AuditChange, type AuditSearch, auditSearch } from '../../../features/audit/audit-search.ts';
import { AuditLog } from '../../../features/audit/components/audit-log.tsx';
import { organizationInfoQuery } from '../../../features/organizations/api/organizations.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';

export function Page() {
  const filters = auditSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  // Changes the latest address: two changes may come before the page shows the first.
  const change = (part: AuditChange) =>
    void navigate({
      to: '/settings/audit-log',
      search: (before: AuditSearch) => auditSearch({ ...before, ...part }),
      replace: true,
      resetScroll: false,
    });
  if (may(info.role, 'audit.read')) return <AuditLog filters={filters} onChange={change} />;
  return (
    <EmptyState icon={IconHistory} title="Only owners and admins can see the audit log">
      You’re a {info.role} here. Ask an owner or admin if you need to know what happened.
    </EmptyState>
  );
}
