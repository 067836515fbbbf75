import { Anchor } from '@mantine/core';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Fragment } from 'react';
import { SetUp } from '../../../features/account-security/components/set-up.tsx';
import { installationQuery } from '../../../features/auth/api/installation.ts';
import { logout } from '../../../features/auth/api/sign-in.ts';
import { organizationInfoQuery, organizationsQuery } from '../../../features/organizations/api/organizations.ts';
import { enterOrganization } from '../../../lib/session/change-organization.ts';
import { returnPath } from '../../../lib/session/return-path.ts';
import { AuthCard } from '../../../ui/layout/auth-card.tsx';

/** For members of a workspace that requires two-factor authentication: nothing else of it opens before this is done. */
export function Page() {
  const queryClient = useQueryClient();
  const router = useRouter();
  const { data: organizations } = useSuspenseQuery(organizationsQuery);
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const { data: installation } = useQuery(installationQuery);
  const { mutate: signOut, isPending } = useMutation(logout);
  const here = organizations.find(({ id }) => id === info.id);
  const others = organizations.filter(({ id }) => id !== info.id);

  const enter = async () => {
    await queryClient.fetchQuery({ ...organizationInfoQuery, staleTime: 0 });
    await router.navigate({ href: returnPath.take() ?? '/directory', replace: true });
  };

  return (
    <AuthCard
      title="Set up two-factor authentication"
      lead={
        <>
          <strong>{here?.name}</strong> requires it from everyone. Besides your password, you’ll need your phone or a
          passkey to sign in.
        </>
      }
      footer={
        <>
          {others.slice(0, 3).map(({ id, name }) => (
            <Fragment key={id}>
              <Anchor component="button" type="button" onClick={() => enterOrganization(id)}>
                Go to {name}
              </Anchor>
              {' · '}
            </Fragment>
          ))}
          <Anchor component="button" type="button" disabled={isPending} onClick={() => signOut()}>
            Sign out
          </Anchor>
        </>
      }
    >
      <SetUp passkeysAvailable={installation?.passkeys ?? true} onDone={() => void enter()} />
    </AuthCard>
  );
}
