import { may } from '@sheaf/contract';
import { IconUsers } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Groups } from '../../../features/groups/components/groups.tsx';
import { organizationInfoQuery } from '../../../features/organizations/api/organizations.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ButtonLink } from '../../../ui/navigation/links.tsx';
import { TeamPages } from './team-pages.tsx';

export function Page() {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  if (may(info.role, 'members.read'))
    return <Groups mayManage={may(info.role, 'groups.manage')} start={<TeamPages role={info.role} />} />;
  return (
    <EmptyState
      icon={IconUsers}
      title="Guests can’t see groups"
      action={
        <ButtonLink to="/directory" variant="default">
          Directory
        </ButtonLink>
      }
    >
      You see what’s shared with you, by name or through a group you’re in.
    </EmptyState>
  );
}
