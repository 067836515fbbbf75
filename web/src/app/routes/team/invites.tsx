import { may } from '@sheaf/contract';
import { IconMailOpened } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { seatPrice } from '../../../features/billing/plan-texts.ts';
import { InviteList } from '../../../features/invites/components/invite-list.tsx';
import { organizationInfoQuery } from '../../../features/organizations/api/organizations.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ButtonLink } from '../../../ui/navigation/links.tsx';
import { TeamPages } from './team-pages.tsx';

export function Page() {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  if (may(info.role, 'invites.manage'))
    return <InviteList start={<TeamPages role={info.role} />} seatPrice={seatPrice(info.subscription)} />;
  return (
    <EmptyState
      icon={IconMailOpened}
      title="Only owners and admins can invite people"
      action={
        <ButtonLink to="/members" variant="default">
          Members
        </ButtonLink>
      }
    >
      You’re a {info.role} here. Ask an owner or admin to invite someone.
    </EmptyState>
  );
}
