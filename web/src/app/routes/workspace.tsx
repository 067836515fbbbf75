import { Text } from '@mantine/core';
import { may } from '@sheaf/contract';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { LeaveSection } from '../../features/members/components/leave-section.tsx';
import { OwnershipSection } from '../../features/members/components/ownership-section.tsx';
import { organizationInfoQuery, organizationsQuery } from '../../features/organizations/api/organizations.ts';
import { DeleteSection } from '../../features/organizations/components/delete-section.tsx';
import { LogoEditor } from '../../features/organizations/components/logo-editor.tsx';
import { WorkspaceFacts } from '../../features/organizations/components/workspace-facts.tsx';
import { WorkspaceForm } from '../../features/organizations/components/workspace-form.tsx';
import { currentUserQuery } from '../../features/user/api/current-user.ts';
import { Section } from '../../ui/section.tsx';

export function Page() {
  const queryClient = useQueryClient();
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const { data: organizations } = useSuspenseQuery(organizationsQuery);
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const organization = organizations.find(({ id }) => id === info.id);
  if (!organization) return null;
  const { role } = info;
  const mayChange = may(role, 'workspace.update');
  return (
    <>
      <Section title="Workspace" description="The organisation you are working in.">
        {mayChange ? (
          <>
            <LogoEditor organization={organization} />
            <WorkspaceForm organization={organization} />
          </>
        ) : (
          <Text>Only owners and admins can change the workspace. You are a {role} here.</Text>
        )}
        <WorkspaceFacts organization={organization} plan={info.subscription.plan} full={!mayChange} />
      </Section>
      {may(role, 'workspace.hand-over') ? (
        <OwnershipSection
          userId={user.id}
          workspace={organization.name}
          onHandedOver={() => void queryClient.invalidateQueries(organizationsQuery)}
        />
      ) : null}
      <LeaveSection userId={user.id} role={role} workspace={organization.name} />
      {may(role, 'workspace.delete') ? <DeleteSection organization={organization} /> : null}
    </>
  );
}
