import { IconUsers } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { organizationInfoQuery } from '../../features/organizations/api/organizations.ts';
import { planNames } from '../../features/organizations/plan-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ButtonLink } from '../../ui/links.tsx';

export function Page() {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const { plan, limits, usage } = info.subscription;
  const room = limits.members === null ? 'any number of people' : `${limits.members} people`;
  return (
    <EmptyState
      icon={IconUsers}
      title={usage.members === 1 ? 'Just you so far' : `${usage.members} members`}
      action={
        <ButtonLink to="/members/invites" variant="default">
          Invites
        </ButtonLink>
      }
    >
      You are the {info.role} of this workspace. Its {planNames[plan]} plan has room for {room}.
    </EmptyState>
  );
}
