import { may } from '@sheaf/contract';
import { IconLink } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { LinkList } from '../../../features/links/components/link-list.tsx';
import { organizationInfoQuery } from '../../../features/organizations/api/organizations.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';

export function Page() {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  if (may(info.role, 'documents.share')) {
    return (
      <LinkList
        mayManage={may(info.role, 'links.manage')}
        allowed={info.links_allowed}
        mayAllow={may(info.role, 'workspace.secure')}
      />
    );
  }
  return (
    <EmptyState icon={IconLink} title="Guests can’t create public links">
      Ask a member to share a file or folder through a link.
    </EmptyState>
  );
}
