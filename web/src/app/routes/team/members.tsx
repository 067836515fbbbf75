import { may } from '@sheaf/contract';
import { IconUsers } from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { seatPrice } from '../../../features/billing/plan-texts.ts';
import { InviteButton } from '../../../features/invites/components/invite-button.tsx';
import { Team } from '../../../features/members/components/team.tsx';
import { organizationInfoQuery, organizationsQuery } from '../../../features/organizations/api/organizations.ts';
import { currentUserQuery } from '../../../features/user/api/current-user.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ButtonLink } from '../../../ui/navigation/links.tsx';
import { TeamPages } from './team-pages.tsx';

export function Page() {
  const queryClient = useQueryClient();
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const { data: organizations } = useSuspenseQuery(organizationsQuery);
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const workspace = organizations.find(({ id }) => id === info.id)?.name ?? '';

  if (!may(info.role, 'members.read')) {
    return (
      <EmptyState
        icon={IconUsers}
        title="Guests can’t see members"
        action={
          <ButtonLink to="/settings/workspace" variant="default">
            Workspace settings
          </ButtonLink>
        }
      >
        You’re a guest in {workspace} and see what’s shared with you. Ask an owner or admin if you need to see who works
        here.
      </EmptyState>
    );
  }
  const mayInvite = may(info.role, 'invites.manage');
  return (
    <Team
      viewer={{ id: user.id, role: info.role }}
      workspace={workspace}
      start={<TeamPages role={info.role} />}
      end={mayInvite ? <InviteButton seatPrice={seatPrice(info.subscription)} /> : null}
      onHandedOver={() => void queryClient.invalidateQueries(organizationsQuery)}
    />
  );
}
