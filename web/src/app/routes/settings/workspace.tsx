import { Text } from '@mantine/core';
import { may } from '@sheaf/contract';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { twoFactorQuery } from '../../../features/account-security/api/two-factor.ts';
import { AiSettingsForm } from '../../../features/ai/settings/ai-settings.tsx';
import { LeaveSection } from '../../../features/members/components/leave-section.tsx';
import { OwnershipSection } from '../../../features/members/components/ownership-section.tsx';
import { organizationInfoQuery, organizationsQuery } from '../../../features/organizations/api/organizations.ts';
import { DeleteSection } from '../../../features/organizations/components/delete-section.tsx';
import { LogoEditor } from '../../../features/organizations/components/logo-editor.tsx';
import { SecuritySection } from '../../../features/organizations/components/security-section.tsx';
import { WorkspaceFacts } from '../../../features/organizations/components/workspace-facts.tsx';
import { WorkspaceForm } from '../../../features/organizations/components/workspace-form.tsx';
import { sourcesQuery } from '../../../features/sources/api/connect.ts';
import { currentUserQuery } from '../../../features/user/api/current-user.ts';
import { Section } from '../../../ui/layout/section.tsx';

export function Page() {
  const queryClient = useQueryClient();
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const { data: organizations } = useSuspenseQuery(organizationsQuery);
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const { data: apps } = useQuery({ ...sourcesQuery(), enabled: may(info.role, 'ai.manage') });
  const { data: twoFactor } = useQuery({ ...twoFactorQuery, enabled: may(info.role, 'workspace.secure') });
  const organization = organizations.find(({ id }) => id === info.id);
  if (!organization) return null;
  const { role } = info;
  const mayChange = may(role, 'workspace.update');
  return (
    <>
      <Section title="Workspace" description="The workspace you’re in.">
        {mayChange ? (
          <>
            <LogoEditor organization={organization} />
            <WorkspaceForm organization={organization} />
          </>
        ) : (
          <Text>Only owners and admins can edit the workspace. You’re a {role}.</Text>
        )}
        <WorkspaceFacts
          organization={organization}
          plan={info.subscription.billing === 'off' ? null : info.subscription.plan}
          full={!mayChange}
          lastBackupAt={info.last_backup_at}
        />
      </Section>
      {may(role, 'ai.manage') ? (
        <Section title="AI chat" description="Answers questions with passages from files the person asking can see.">
          <AiSettingsForm apps={apps ?? []} />
        </Section>
      ) : null}
      {may(role, 'workspace.secure') ? <SecuritySection isOwnOn={twoFactor?.enabled} /> : null}
      {may(role, 'workspace.hand-over') ? (
        <OwnershipSection
          userId={user.id}
          workspace={organization.name}
          onHandedOver={() => void queryClient.invalidateQueries(organizationsQuery)}
        />
      ) : null}
      <LeaveSection
        userId={user.id}
        role={role}
        workspace={organization.name}
        isOnlyOwner={role === 'owner' && info.owners === 1}
      />
      {may(role, 'workspace.delete') ? <DeleteSection organization={organization} /> : null}
    </>
  );
}
